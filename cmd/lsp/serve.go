package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/scenariolsp/lsp/lsp"
)

// logLevels are the values of --log-level, the quietest last.
var logLevels = []string{"debug", "info", "warn", "error", "off"}

func (a *app) serve() *cobra.Command {
	var socket, level string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve an editor",
		Long: `Serve speaks the Language Server Protocol with an editor over standard input and output.

With --socket it listens at an address instead and serves every connection: a port, which is one of this
machine alone, host:port, or the path of a Unix socket.`,
		Example: `  lsp serve
  lsp serve --socket 9257
  lsp serve --socket /run/user/1000/lsp.sock`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := oneOf("log-level", level, logLevels...); err != nil {
				return err
			}
			options := lsp.Options{Logger: a.logger(level), Version: thisBuild().Release}
			if socket != "" {
				return a.serveSocket(cmd.Context(), socket, options)
			}
			collectLess()
			return a.serveStdio(cmd.Context(), options)
		},
	}
	cmd.Flags().Bool("stdio", true, "use standard input and output, as is done without --socket; some editors pass it")
	cmd.Flags().StringVar(&socket, "socket", "", "listen at `ADDRESS` instead of using standard input and output")
	cmd.Flags().StringVar(&level, "log-level", "error", "the `LEVEL` of what is logged to standard error: "+strings.Join(logLevels, ", "))
	return cmd
}

// collectLess halves how often memory is collected. What a keystroke leaves behind is short-lived, so that costs some
// megabytes and takes a collection out of the way of many keystrokes.
func collectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
}

func (a *app) serveStdio(ctx context.Context, options lsp.Options) error {
	if a.screen.terminal {
		a.say(`"lsp serve" is started by an editor and speaks with it over standard input and output. Ctrl-C ends it.`)
	}
	err := lsp.Serve(ctx, os.Stdin, os.Stdout, options)
	if errors.Is(err, lsp.ErrNoShutdown) {
		return errFound // exit code 1 (LSP 3.18, "Exit Notification")
	}
	return err
}

// serveSocket serves every connection to the address as a session of its own until ctx ends.
func (a *app) serveSocket(ctx context.Context, address string, options lsp.Options) error {
	network, address := networkOf(address)
	listener, err := new(net.ListenConfig).Listen(ctx, network, address)
	if err != nil {
		return fmt.Errorf("The server cannot listen at %s: %w.", address, err)
	}
	a.say("Serving at %s.", listener.Addr())
	stop := context.AfterFunc(ctx, func() { _ = listener.Close() })
	defer stop()
	var sessions sync.WaitGroup
	defer sessions.Wait()
	for {
		conn, err := listener.Accept()
		if ctx.Err() != nil {
			return nil // asked to end, and nothing is wrong
		}
		if err != nil {
			return fmt.Errorf("The server cannot accept connections at %s any more: %w.", address, err)
		}
		sessions.Go(func() {
			if err := lsp.Serve(ctx, conn, conn, options); err != nil {
				options.Logger.Info("a session ended early", zap.Error(err))
			}
		})
	}
}

// networkOf tells a port of this machine, a host with a port, and the path of a Unix socket apart. Without a host only
// programs of this machine reach the server: it reads files on behalf of its client.
func networkOf(address string) (network, at string) {
	if _, err := strconv.Atoi(address); err == nil {
		return "tcp", net.JoinHostPort("127.0.0.1", address)
	}
	if host, port, err := net.SplitHostPort(address); err == nil && !strings.ContainsAny(address, `/\`) {
		return "tcp", net.JoinHostPort(cmp.Or(host, "127.0.0.1"), port)
	}
	return "unix", address
}

// logger writes to standard error, and nothing of a document (package lsp sees to that).
func (a *app) logger(level string) *zap.Logger {
	if level == "off" {
		return zap.NewNop()
	}
	at, err := zapcore.ParseLevel(level)
	if err != nil {
		at = zapcore.ErrorLevel
	}
	config := zap.NewProductionEncoderConfig()
	config.EncodeTime = zapcore.ISO8601TimeEncoder
	return zap.New(zapcore.NewCore(zapcore.NewConsoleEncoder(config), zapcore.Lock(zapcore.AddSync(a.err)), at))
}

// Command lsp checks, evaluates and explains decision models, and serves them to editors. One analysis and one
// evaluator stand behind every subcommand, so that the editor and the command line give the same codes and answers.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/spf13/cobra"
)

// The exit codes of every subcommand (cli.md, "Exit").
const (
	exitAnswered    = 0   // answered, or nothing worse than the warnings allowed
	exitFound       = 1   // an error in a document, too many warnings, a failed line
	exitUnable      = 2   // usage, a missing or unreadable file
	exitInterrupted = 130 // stopped by the person, as a shell reports it
)

// errFound ends a command that has already said what it found.
var errFound = errors.New("the documents have errors")

// errUnable ends a command that has already said what it could not do.
var errUnable = errors.New("not everything could be done")

// app is what one run of the program touches of the outside world.
type app struct {
	in     io.Reader
	out    *bufio.Writer // flushed at the end of the run, and wherever someone waits for it
	err    io.Writer
	screen screen // what standard output is
	aside  screen // what standard error is
}

func main() {
	a := &app{
		in:     os.Stdin,
		out:    bufio.NewWriterSize(os.Stdout, 64<<10),
		err:    os.Stderr,
		screen: screenOf(os.Stdout),
		aside:  screenOf(os.Stderr),
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := a.run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// run carries out one command line and returns the exit code.
func (a *app) run(ctx context.Context, args []string) int {
	root := a.root()
	root.SetArgs(args)
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	err := root.ExecuteContext(ctx)
	if flush := a.out.Flush(); flush != nil && err == nil {
		err = fmt.Errorf("The output could not be written: %w.", flush)
	}
	switch {
	case err == nil:
		return exitAnswered
	case errors.Is(err, errFound):
		return exitFound
	case errors.Is(err, errUnable):
		return exitUnable
	case errors.Is(err, context.Canceled):
		a.say("Interrupted.")
		return exitInterrupted
	}
	a.say("%s", err)
	return exitUnable
}

// root builds the tree of commands.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "lsp",
		Short: "Check, evaluate and explain decision models",
		Long: `lsp checks decision models written in JSON, answers their questions and explains each answer,
on the command line and in every editor that speaks the Language Server Protocol.

Start with "lsp tour": it needs no files.`,
		SilenceErrors:              true,
		SilenceUsage:               true,
		SuggestionsMinimumDistance: 2,
		Args:                       unknownCommand,
		RunE:                       func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		Version:                    thisBuild().String(), // of --version
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(a.check(), a.eval(), a.export(), a.pin(), a.graph(), a.serve(), a.tour(), a.version())
	usual := root.UsageFunc()
	root.SetUsageFunc(func(cmd *cobra.Command) error {
		if cmd.HasParent() {
			return usual(cmd)
		}
		return overview(cmd)
	})
	return root
}

// overview writes what there is to run.
func overview(root *cobra.Command) error {
	out := root.OutOrStdout()
	fmt.Fprint(out, "Usage:\n  lsp COMMAND [flags] [arguments]\n\nCommands:\n")
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(out, "  %-10s  %s\n", c.Name(), c.Short)
		}
	}
	_, err := fmt.Fprint(out, "\n\"lsp COMMAND --help\" says more about each.\n")
	return err
}

// say writes one sentence for people to standard error.
func (a *app) say(format string, args ...any) {
	_ = a.out.Flush() // what was found first stands first
	fmt.Fprintln(a.err, printable(fmt.Sprintf(format, args...)))
}

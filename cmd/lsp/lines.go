package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime/debug"

	"github.com/scenariolsp/lsp/lsp/workspace"
)

// A batch is what one goroutine works on at a time: large enough that handing it over costs nothing beside the work,
// small enough that memory stays flat and answers come soon.
const (
	batchLines = 256
	batchBytes = 256 << 10
)

// batch is some lines that follow each other.
type batch struct {
	text   []byte // the lines, one after another, without their ends
	ends   []int  // where each line ends in text
	number int    // of the first line, from 1
	read   int    // bytes taken from the input
}

// each calls f for every line that is not blank, with its number.
func (b batch) each(f func(number int, line []byte)) {
	start := 0
	for i, end := range b.ends {
		if line := bytes.TrimSpace(b.text[start:end]); len(line) > 0 {
			f(b.number+i, line)
		}
		start = end
	}
}

// answered is a batch of answers.
type answered struct {
	text   []byte // lines to write
	lines  int
	failed int
	read   int
}

// evalLines answers the lines of a file, or of standard input for "-", in their order and in parallel. answer appends
// the answer to one line, with its line end, and tells whether the line could be answered.
func (a *app) evalLines(ctx context.Context, path string, jobs int, answer func(ctx context.Context, number int, line, out []byte) ([]byte, bool)) error {
	in, size, err := a.open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	// Lines leave only short-lived garbage behind: collecting it less often costs some megabytes and saves a third of
	// the time.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	var readError error
	work := func(ctx context.Context, b batch) answered {
		r := answered{read: b.read, text: make([]byte, 0, len(b.text))}
		b.each(func(number int, line []byte) {
			var ok bool
			if r.text, ok = answer(ctx, number, line, r.text); !ok {
				r.failed++
			}
			r.lines++
		})
		return r
	}
	bar := a.startProgress("Evaluating", size)
	bar.bytes = true
	lines, failed := 0, 0
	err = inOrder(ctx, jobs, batches(in, &readError), work, func(r answered, last bool) error {
		lines += r.lines
		failed += r.failed
		if a.screen.terminal {
			bar.clear()
		}
		if _, err := a.out.Write(r.text); err != nil {
			return fmt.Errorf("The answers could not be written: %w.", err)
		}
		if last || a.screen.terminal {
			if err := a.out.Flush(); err != nil {
				return fmt.Errorf("The answers could not be written: %w.", err)
			}
		}
		bar.add(r.read)
		return nil
	})
	bar.clear()
	switch {
	case err != nil:
		return err
	case readError != nil:
		return fmt.Errorf("%s could not be read after line %d: %w.", nameOfInput(path), lines, readError)
	case failed > 0:
		a.say("%s of %s failed.", grouped(failed), counted(lines, "line"))
		return errFound
	}
	return nil
}

// open opens a file of lines and says how many bytes it holds; -1 where that is not known.
func (a *app) open(path string) (io.ReadCloser, int, error) {
	if path == "-" {
		return io.NopCloser(a.in), -1, nil
	}
	file, err := os.Open(path)
	if err != nil {
		_, err = workspace.ReadFile(path) // says in a sentence what is wrong with the path
		return nil, 0, fmt.Errorf("%w.", err)
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		_ = file.Close()
		return nil, 0, fmt.Errorf("%s is a folder; a file of lines is needed here.", path)
	}
	if err != nil || !info.Mode().IsRegular() {
		return file, -1, nil
	}
	return file, int(info.Size()), nil
}

func nameOfInput(path string) string {
	if path == "-" {
		return "Standard input"
	}
	return path
}

// batches cuts an input into batches. One is handed on as soon as the input would have to be waited for, so that a
// program that writes a line and reads its answer is not kept waiting. A fault of the input ends it and is left in
// *fault.
func batches(in io.Reader, fault *error) iter.Seq[batch] {
	return func(yield func(batch) bool) {
		r := bufio.NewReaderSize(in, batchBytes)
		if start, _ := r.Peek(3); string(start) == "\ufeff" {
			_, _ = r.Discard(3)
		}
		for number := 1; *fault == nil; {
			b := batch{number: number}
			more := true
			for more && len(b.ends) < batchLines && len(b.text) < batchBytes {
				more = b.readLine(r, fault) && lineIsReady(r)
			}
			number += len(b.ends)
			if len(b.ends) == 0 && !more || !yield(b) {
				return
			}
		}
	}
}

// readLine adds the next line of the input and reports whether there may be one after it.
func (b *batch) readLine(r *bufio.Reader, fault *error) bool {
	start := len(b.text)
	for {
		piece, err := r.ReadSlice('\n')
		b.text = append(b.text, piece...)
		b.read += len(piece)
		if len(b.text)-start > workspace.MaxFileSize {
			*fault = fmt.Errorf("a line holds more than %d MB", workspace.MaxFileSize>>20)
			return false
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && !errors.Is(err, io.EOF):
			*fault = err
		}
		if len(b.text) > start {
			b.ends = append(b.ends, len(b.text))
		}
		return err == nil
	}
}

// lineIsReady reports whether a whole line can be read without waiting for the input.
func lineIsReady(r *bufio.Reader) bool {
	waiting, _ := r.Peek(r.Buffered())
	return bytes.IndexByte(waiting, '\n') >= 0
}

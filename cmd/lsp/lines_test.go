package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// Whatever the input and the way it arrives, the lines come whole, in order, with their numbers.
func TestBatchesHoldEveryLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.OneOf(
			rapid.StringMatching(`[a-z ]{0,20}`),
			rapid.Map(rapid.IntRange(0, 3*batchBytes), func(n int) string { return strings.Repeat("x", n) }),
		), 0, 8).Draw(t, "lines")
		end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "line end")
		text := strings.Join(lines, end)
		if rapid.Bool().Draw(t, "ends with a line end") {
			text += end
		}
		reader := io.Reader(strings.NewReader(text))
		switch rapid.IntRange(0, 2).Draw(t, "reader") {
		case 1:
			reader = iotest.HalfReader(reader)
		case 2:
			reader = iotest.DataErrReader(reader)
		}
		var fault error
		read, next := 0, 1
		for b := range batches(reader, &fault) {
			if b.number != next {
				t.Fatalf("a batch begins with line %d, want %d", b.number, next)
			}
			next += len(b.ends)
			read += b.read
			b.each(func(number int, line []byte) {
				if want := strings.TrimSpace(lines[number-1]); string(line) != want {
					t.Fatalf("line %d is %.40q, want %.40q", number, line, want)
				}
				lines[number-1] = ""
			})
		}
		if fault != nil || read != len(text) {
			t.Fatalf("%d of %d bytes read, fault %v", read, len(text), fault)
		}
		for i, line := range lines {
			if strings.TrimSpace(line) != "" {
				t.Fatalf("line %d is lost", i+1)
			}
		}
	})
}

// A program that writes a line and waits for its answer gets it.
func TestLinesAreAnsweredAsTheyCome(t *testing.T) {
	in, write := io.Pipe()
	read, out := io.Pipe()
	a := &app{in: in, out: bufio.NewWriter(out), err: io.Discard}
	ended := make(chan error)
	go func() {
		ended <- a.evalLines(t.Context(), "-", 2, func(_ context.Context, number int, line, out []byte) ([]byte, bool) {
			return fmt.Appendf(out, "%d %s\n", number, bytes.ToUpper(line)), true
		})
	}()
	answers := bufio.NewReader(read)
	for i := range 1000 {
		fmt.Fprintf(write, "line %d\n", i)
		want := fmt.Sprintf("%d LINE %d\n", i+1, i)
		if got, err := answers.ReadString('\n'); err != nil || got != want {
			t.Fatalf("the answer to line %d is %q, want %q (%v)", i+1, got, want, err)
		}
	}
	write.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestLinesThatFail(t *testing.T) {
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "%d\n\n", i)
	}
	var out, said bytes.Buffer
	a := &app{in: iotest.OneByteReader(strings.NewReader(text.String())), out: bufio.NewWriter(&out), err: &said}
	err := a.evalLines(t.Context(), "-", 8, func(_ context.Context, number int, line, out []byte) ([]byte, bool) {
		return append(append(out, line...), '\n'), number%200 != 1
	})
	a.out.Flush()
	if !errors.Is(err, errFound) || said.String() != "30 of 3,000 lines failed.\n" {
		t.Errorf("error %v, said %q", err, said.String())
	}
	if want := strings.ReplaceAll(text.String(), "\n\n", "\n"); out.String() != want {
		t.Error("the answers are not those of the lines in their order")
	}
}

func TestLinesThatCannotBeRead(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("1\n2\n"), iotest.ErrReader(errors.New("the line is cut")))
	var out bytes.Buffer
	a := &app{in: broken, out: bufio.NewWriter(&out), err: io.Discard}
	err := a.evalLines(t.Context(), "-", 2, func(_ context.Context, _ int, line, out []byte) ([]byte, bool) {
		return append(append(out, line...), '\n'), true
	})
	a.out.Flush()
	if err == nil || !strings.Contains(err.Error(), "the line is cut") || out.String() != "1\n2\n" {
		t.Errorf("error %v, answers %q", err, out.String())
	}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/eval/feel"
)

// evalExpression evaluates one expression (cli.md, "--expr").
func (a *app) evalExpression(ctx context.Context, _ []string, f evalFlags) error {
	got, err := analysis.EvaluateExpression(ctx, f.expr, []byte(f.context), f.clock)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, new(*feel.LimitError)):
		return a.unfinished("The expression", err)
	case err != nil:
		return fmt.Errorf("The expression cannot be evaluated: %s.", strings.TrimSuffix(err.Error(), "."))
	}
	causes := causesOf(got)
	if f.format == "json" {
		a.writeExpressionJSON(got, causes)
	} else {
		a.writeExpression(f.expr, got, causes)
	}
	if broken(got) {
		return errFound
	}
	return nil
}

// causesOf are the reasons why something is null: found while evaluating, or else what is wrong with the text.
func causesOf(got *analysis.Evaluated) []feel.Cause {
	causes := slices.Clone(got.Nulls)
	if broken(got) || len(causes) == 0 && got.Value.IsNull() {
		causes = nil
		for _, p := range got.Problems {
			causes = append(causes, feel.Cause{Message: p.Message, Span: p.Span})
		}
	}
	for i, c := range causes { // what was read is told in full: the checker knows what a name may have meant
		for _, p := range got.Problems {
			if p.Kind == feel.UnknownName && p.Span == c.Span {
				causes[i].Message = p.Message
			}
		}
	}
	return causes
}

// broken reports whether the text could not be read as an expression.
func broken(got *analysis.Evaluated) bool {
	for _, p := range got.Problems {
		if p.Kind == feel.SyntaxProblem || p.Kind == feel.TooDeep {
			return true
		}
	}
	return false
}

func (a *app) writeExpressionJSON(got *analysis.Evaluated, causes []feel.Cause) {
	b := feel.AppendJSONString([]byte(`{"version":1,"type":`), analysis.TypeWord(got.Value))
	b = got.Value.AppendJSON(append(b, `,"value":`...))
	b = append(b, `,"nulls":[`...)
	for i, c := range causes {
		if i > 0 {
			b = append(b, ',')
		}
		b = feel.AppendJSONString(append(b, `{"message":`...), c.Message)
		b = fmt.Appendf(b, `,"start":%d,"end":%d}`, c.Span.Start, c.Span.End)
	}
	a.out.Write(append(b, "]}\n"...))
}

// writeExpression writes the value, and what is wrong on standard error with the text and carets.
func (a *app) writeExpression(text string, got *analysis.Evaluated, causes []feel.Cause) {
	if !broken(got) {
		fmt.Fprintln(a.out, flat(got.Value.String()))
	}
	_ = a.out.Flush()
	word, colour := "null: ", yellow
	if broken(got) {
		word, colour = "error: ", red
	}
	for i, c := range causes {
		if i > 0 {
			fmt.Fprintln(a.err)
		}
		fmt.Fprintf(a.err, "%s%s\n", a.aside.paint(colour, word), printable(c.Message))
		if c.Span.End > c.Span.Start || broken(got) {
			line, carets := excerpt([]byte(text), c.Span.Start, c.Span.End, a.aside.width-2)
			fmt.Fprintf(a.err, "  %s\n  %s\n", line, a.aside.paint(colour, carets))
		}
	}
	if got.Dropped > 0 {
		a.say("%s left out.", counted(got.Dropped, "further cause"))
	}
}

// evalExpressions answers every line of a file with a line (cli.md, "--exprs").
func (a *app) evalExpressions(ctx context.Context, _ []string, f evalFlags) error {
	answer := analysis.ExpressionLine
	if f.models {
		answer = analysis.ModelLine
	}
	return a.evalLines(ctx, f.exprs, f.jobs, func(ctx context.Context, _ int, line, out []byte) ([]byte, bool) {
		text, err := answer(ctx, line, f.clock)
		return append(append(out, text...), '\n'), err == nil
	})
}

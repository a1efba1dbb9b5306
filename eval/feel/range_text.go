package feel

import (
	"fmt"

	"github.com/scenariolsp/lsp/eval/feel/decimal"
	"github.com/scenariolsp/lsp/eval/feel/temporal"
)

// rangeReader reads a range literal (DMN 1.5, 10.3.1.2, rules 66 to 69): bounds written out, nothing to evaluate.
type rangeReader struct {
	scanner
	tok token
}

// parseRange reads the text of range(from). The error is a sentence but for its full stop.
func parseRange(text string) (*Range, error) {
	p := &rangeReader{scanner: scanner{text: text, resolve: constructors(text)}}
	p.advance()
	r, err := p.interval()
	if err != nil {
		return nil, fmt.Errorf("%s is no range: %w", quote(shorten(text, 40)), err)
	}
	return r, nil
}

// constructors finds the names that may stand in a bound before a text.
func constructors(text string) func(pos int, head string) (*Symbol, int) {
	return func(pos int, _ string) (*Symbol, int) {
		for _, name := range []string{"date and time", "date", "time", "duration"} {
			if end := matchName(name, text, pos); end > 0 {
				return &Symbol{Name: name}, end
			}
		}
		return nil, 0
	}
}

func (p *rangeReader) advance() { p.tok = p.next() }

// found names the current token for an error.
func (p *rangeReader) found() string {
	if p.tok.kind == endToken {
		return "the end"
	}
	return `"` + shorten(p.text[p.tok.span.Start:p.tok.span.End], 30) + `"`
}

func (p *rangeReader) interval() (*Range, error) {
	included, open := p.tok.is("["), p.tok.is("(") || p.tok.is("]")
	if !included && !open {
		return nil, fmt.Errorf(`it starts with %s, not with a bracket as in "[1..10]" or "(1..10)"`, p.found())
	}
	r := &Range{LowIncluded: included}
	p.advance()
	var err error
	if r.lowUnbound = p.tok.is(".."); !r.lowUnbound {
		if r.Low, err = p.bound(); err != nil {
			return nil, err
		}
	}
	if !p.tok.is("..") {
		return nil, fmt.Errorf("%s stands where .. is needed", p.found())
	}
	p.advance()
	if r.highUnbound = p.tok.is("]") || p.tok.is(")") || p.tok.is("["); !r.highUnbound {
		if r.High, err = p.bound(); err != nil {
			return nil, err
		}
	}
	r.HighIncluded = p.tok.is("]")
	if !r.HighIncluded && !p.tok.is(")") && !p.tok.is("[") {
		return nil, fmt.Errorf("%s stands where a closing bracket is needed", p.found())
	}
	if p.advance(); p.tok.kind != endToken {
		return nil, fmt.Errorf("%s stands behind its end", p.found())
	}
	return r.settle()
}

// settle checks the bounds against each other and gives a range with one bound the form of a one-sided test.
func (r *Range) settle() (*Range, error) {
	switch {
	case r.lowUnbound && r.highUnbound:
		return nil, fmt.Errorf("it has no bound at all")
	case r.lowUnbound && r.LowIncluded, r.highUnbound && r.HighIncluded:
		return nil, fmt.Errorf("a side without a bound cannot be included; write a round bracket there")
	case r.lowUnbound:
		return sided("<="[:1+btoi(r.HighIncluded)], r.High), nil
	case r.highUnbound:
		return sided(">="[:1+btoi(r.LowIncluded)], r.Low), nil
	case r.Low.kind != r.High.kind:
		return nil, fmt.Errorf("its bounds %s and %s are of different kinds", describe(r.Low), describe(r.High))
	}
	if order, ok := compare(r.Low, r.High); !ok || order > 0 {
		return nil, fmt.Errorf("its start %s lies after its end %s", describe(r.Low), describe(r.High))
	}
	return r, nil
}

// bound reads a number, a text, an @ literal, or date, time, date and time, duration of a text.
func (p *rangeReader) bound() (Value, error) {
	t, found := p.tok, p.found()
	p.advance()
	switch {
	case t.kind == numberToken:
		d, err := decimal.Parse(t.text)
		return NumberOf(d), err
	case t.is("-") && p.tok.kind == numberToken:
		d, err := decimal.Parse(p.tok.text)
		p.advance()
		return NumberOf(d.Neg()), err
	case t.kind == stringToken:
		return StringOf(t.value), nil
	case t.kind == atToken:
		v, err := temporal.Parse(t.value)
		if err != nil {
			return Value{}, err
		}
		return temporalValue(v), nil
	case t.symbol != nil && p.tok.is("("):
		p.advance()
		text := p.tok
		p.advance()
		if text.kind != stringToken || !p.tok.is(")") {
			return Value{}, fmt.Errorf("%s takes a written text here, nothing else", t.symbol.Name)
		}
		p.advance()
		return FromText(text.value, PlainType(t.symbol.Name))
	}
	return Value{}, fmt.Errorf("%s is no bound; a bound is a number, a text, a date, a time or a duration, written out", found)
}

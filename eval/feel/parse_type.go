package feel

import (
	"strings"
	"unicode/utf8"
)

// maxTypeName bounds the bytes of a type's name in an expression.
const maxTypeName = 1_000

// typeName reads the type behind `instance of` and `:` (DMN 1.5, 10.3.1.2, rules 47 to 52).
func (p *parser) typeName() *Type {
	defer p.leave()
	if !p.enter() {
		return Wrong
	}
	if p.tok.is("function") {
		p.advance()
		return p.functionType()
	}
	start := p.tok.span.Start
	for _, n := range []string{"list", "range", "context"} {
		if e := matchName(n, p.text, start); e > 0 {
			p.pos = e
			p.advance()
			return p.parametric(n)
		}
	}
	for _, n := range []string{"days and time duration", "years and months duration", "date and time", "day time duration", "year month duration", "dayTimeDuration", "yearMonthDuration"} {
		if e := matchName(n, p.text, start); e > 0 {
			p.pos = e
			p.tok = token{span: Span{start, e}}
			p.advance()
			switch n {
			case "date and time":
				return DateTime
			case "years and months duration", "year month duration", "yearMonthDuration":
				return YearsMonths
			}
			return DaysTime
		}
	}
	end := start
	best := Any
	if p.tok.kind == nameToken || p.tok.kind == keywordToken {
		// the longest run of words that names a type
		stop := p.typeWordsEnd(start)
		e := stop
		if e-start > maxTypeName {
			e = max(start, strings.LastIndexAny(p.text[:start+maxTypeName], " \t\r\n"))
		}
		for ; e > start; e = strings.LastIndexAny(p.text[:e], " \t\r\n") {
			name := collapse(p.text[start:e])
			if t := PlainType(name); t != nil {
				best, end = t, e
				break
			}
			if p.env.Types != nil {
				if t := p.env.Types(name); t != nil {
					best, end = t, e
					break
				}
			}
			if strings.LastIndexAny(p.text[start:e], " \t\r\n") < 0 {
				break
			}
		}
		if end == start {
			w := Span{start, stop}
			if p.text[start:stop] == "Null" || p.text[start:stop] == "null" {
				best = Null
			} else {
				p.problem(UnknownName, w, "", "%q names no type.", shorten(p.text[w.Start:w.End], 40))
				best = Wrong
			}
			end = stop
		}
		p.pos = end
		p.tok = token{span: Span{start, end}}
		p.advance()
		return best
	}
	p.unexpected("A type is needed %s.")
	return Wrong
}

// typeWordsEnd returns where the words that may name a type end.
func (p *parser) typeWordsEnd(start int) int {
	end := start
	for i := start; i < min(len(p.text), start+2*maxTypeName); {
		r, n := utf8.DecodeRuneInString(p.text[i:])
		switch {
		case namePart(r) || (r == '.' || r == '-' || r == '\'' || r == '/') && i > start && i+n < len(p.text) && p.text[i+n] != '.':
			i += n
			end = i
		case isSpace(p.text[i]):
			i += n
			w := wordEnd(p.text, i)
			if isKeyword(p.text[i:w]) {
				return end
			}
		default:
			return end
		}
	}
	return end
}

// parametric reads <…> behind list, range and context.
func (p *parser) parametric(name string) *Type {
	if !p.tok.is("<") {
		switch name {
		case "list":
			return AnyList
		case "range":
			return AnyRange
		}
		return AnyObject
	}
	p.advance()
	if name != "context" {
		elem := p.typeName()
		p.closeAngle()
		if name == "list" {
			return ListOf(elem)
		}
		return RangeOf(elem)
	}
	var fields []Field
	for !p.tok.is(">") && p.tok.kind != endToken {
		key, _, ok := p.rawKey()
		if !ok {
			p.unexpected("A member and its type, such as name: string, are needed %s.")
			break
		}
		fields = append(fields, Field{key, p.typeName()})
		if !p.accept(",") {
			break
		}
	}
	p.closeAngle()
	return ObjectOf(fields)
}

// closeAngle moves over >, which may stand first in a longer operator.
func (p *parser) closeAngle() {
	if p.tok.kind == operatorToken && strings.HasPrefix(p.tok.text, ">") {
		p.pos = p.tok.span.Start + 1
		p.tok.span.End = p.pos
		p.advance()
		return
	}
	p.need(">", "the type")
}

func (p *parser) functionType() *Type {
	if !p.tok.is("<") && !p.tok.is("<>") {
		return AnyFunction
	}
	var params []Field
	if p.accept("<>") {
		return p.functionResult(nil)
	}
	p.advance()
	for !p.tok.is(">") && p.tok.kind != endToken {
		params = append(params, Field{Type: p.typeName()})
		if !p.accept(",") {
			break
		}
	}
	p.closeAngle()
	return p.functionResult(params)
}

func (p *parser) functionResult(params []Field) *Type {
	if !p.need("->", "the function's type") {
		return AnyFunction
	}
	return FunctionOf(params, p.typeName())
}

package feel

import (
	"github.com/scenariolsp/lsp/eval/feel/temporal"
)

// Shorthands for the tables of functions.
func req(name string, t *Type) Param      { return Param{Name: name, Type: t} }
func opt(name string, t *Type) Param      { return Param{Name: name, Type: t, Optional: true} }
func nullable(name string, t *Type) Param { return Param{Name: name, Type: t, Null: true} }
func rest(name string, t *Type) Param     { return Param{Name: name, Type: t, Variadic: true, Null: true} }

var conversionFunctions = []Builtin{
	{Name: "date", Section: "10.3.4.1", Doc: "A date from its ISO 8601 text, from a date and time, or from year, month and day. A day that does not exist gives null, never another day.", Example: `date("2026-10-01")`,
		Signatures: []Signature{
			{Params: []Param{req("from", String)}, Result: Date, Call: func(c *call, a []Value) Value {
				s, _ := a[0].Text()
				d, err := temporal.ParseDate(s)
				if err != nil {
					return c.null("%s", sentence(err))
				}
				return DateOf(d)
			}},
			{Params: []Param{req("from", Date)}, Result: Date, Call: func(c *call, a []Value) Value { return a[0] }},
			{Params: []Param{req("from", DateTime)}, Result: Date, Call: func(c *call, a []Value) Value {
				d, _ := dateIn(a[0])
				return DateOf(d)
			}},
			{Params: []Param{req("year", Number), req("month", Number), req("day", Number)}, Result: Date, Call: func(c *call, a []Value) Value {
				y, ok1 := a[0].num.Int64()
				m, ok2 := a[1].num.Int64()
				d, ok3 := a[2].num.Int64()
				if !ok1 || !ok2 || !ok3 {
					return c.null("A date needs whole numbers for year, month and day, not %s, %s, %s.", a[0], a[1], a[2])
				}
				day, err := temporal.NewDate(y, m, d)
				if err != nil {
					return c.null("%s", sentence(err))
				}
				return DateOf(day)
			}},
		}},
}

var booleanFunctions = []Builtin{
	{Name: "not", Section: "10.3.4.2", Doc: "The opposite of true or false; null of anything else.", Example: `not(true)`,
		Signatures: []Signature{
			{Params: []Param{nullable("negand", Any)}, Result: Boolean, Call: func(c *call, a []Value) Value {
				if b, ok := a[0].Boolean(); ok {
					return BooleanOf(!b)
				}
				if a[0].IsNull() {
					return explained // not(null) is null by the standard, no mistake
				}
				return c.null("not(%s) has no value; it needs true or false.", describe(a[0]))
			}},
		}},
}

package feel_test

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/feel/decimal"
)

func TestDateAndTimeConversions(t *testing.T) {
	expectAll(t, []expectation{
		{`date("2026-10-01")`, `2026-10-01`, ``},
		{`date(2020, 2, 29)`, `2020-02-29`, ``},
		{`date(date("2026-10-01"))`, `2026-10-01`, ``},
		{`date(date and time("2026-10-01T23:00:00-05:00"))`, `2026-10-01`, ``},
		{`date("2023-02-29")`, `null`, `29`},
		{`date(2023, 2, 29)`, `null`, `29`},
		{`date(2023.5, 2, 28)`, `null`, `A date needs whole numbers for year, month and day, not 2023.5, 2, 28.`},
		{`date(2023, 2, null)`, `null`, `day of date is null.`},
		{`date("")`, `null`, `` + `"" is no date`},

		{`time("23:59:00+02:00")`, `23:59:00+02:00`, ``},
		{`time(time("10:00:00"))`, `10:00:00`, ``},
		{`time(date and time("2017-08-10T10:20:00-01:00"))`, `10:20:00-01:00`, ``},
		{`time(date("2017-08-10"))`, `00:00:00Z`, ``},
		{`time(11, 59, 45)`, `11:59:45`, ``},
		{`time(11, 59, 45, null)`, `11:59:45`, ``},
		{`time(12, 59, 1.3, @"-PT1H")`, `12:59:01.3-01:00`, ``},
		{`time(11, 59, 0, @"PT2H1M")`, `11:59:00+02:01`, ``},
		{`time(hour: 11, minute: 59, second: 0, offset: @"-PT2H")`, `11:59:00-02:00`, ``},
		{`time("24:00:01")`, `null`, `"24:00:01" is no time`},
		{`time(24, 59, 45, null)`, `null`, `There is no hour 24: hours go from 0 to 23.`},
		{`time(23, 59, 60)`, `null`, `There is no second 60`},
		{`time(23, 59, -1)`, `null`, `There is no second -1: seconds go from 0 to 59, with at most nine digits after the point.`},
		{`time(23, 59, 0.0000000001)`, `null`, `There is no second 0.0000000001`},
		{`time(23, 0.5, 0)`, `null`, `A time needs whole numbers for hour and minute, not 23, 0.5.`},
		{`time(11, 59, 45, @"PT0.5S")`, `null`, `An offset is a duration of whole seconds, not PT0.5S.`},
		{`time(11, 59, 45, @"PT15H")`, `null`, `14 hours`},
		{`time(11, null, 45)`, `null`, `minute of time is null.`},

		{`date and time("2012-12-24T23:59:00")`, `2012-12-24T23:59:00`, ``},
		{`date and time("2012-12-24")`, `2012-12-24T00:00:00`, ``},
		{`date and time(date("2017-01-01"), time("23:59:01Z"))`, `2017-01-01T23:59:01Z`, ``},
		{`date and time(date and time("2017-09-05T10:20:00@Europe/Paris"), time("09:15:30+02:00"))`, `2017-09-05T09:15:30+02:00`, ``},
		{`date and time(2017, 1, 2, 3, 4, 5.5)`, `2017-01-02T03:04:05.5`, ``},
		{`date and time(2017, 1, 2, 3, 4, 5, @"PT1H")`, `2017-01-02T03:04:05+01:00`, ``},
		{`date and time(2017, 1, 2, 3, 4, 5, "Europe/Paris")`, `2017-01-02T03:04:05@Europe/Paris`, ``},
		{`date and time(year: 2017, month: 1, day: 2, hour: 3, minute: 4, second: 5, timezone: "Etc/UTC")`, `2017-01-02T03:04:05@Etc/UTC`, ``},
		{`date and time(2017, 1, 2, 3, 4, 5, "Europe/Nowhere")`, `null`, `"Europe/Nowhere"`},
		{`date and time(2017, 2, 29, 3, 4, 5)`, `null`, `29`},
		{`date and time(2017, 2, 28, 25, 4, 5)`, `null`, `There is no hour 25`},
		{`date and time("2017-12-31T24:00:01")`, `null`, `is no date and time`},
		{`date and time(date("2017-08-10"), null)`, `null`, `time of date and time is null.`},

		{`duration("P1DT2H30M")`, `P1DT2H30M`, ``},
		{`duration("PT61M")`, `PT1H1M`, ``},
		{`duration("-P1Y27M")`, `-P3Y3M`, ``},
		{`duration("P1Y1D")`, `null`, `"P1Y1D" is no duration`},
		{`duration(null)`, `null`, `from of duration is null.`},

		{`years and months duration(date("2011-12-22"), date("2013-08-24"))`, `P1Y8M`, ``},
		{`years and months duration(date("2016-01-21"), date("2015-01-21"))`, `-P1Y`, ``},
		{`years and months duration(date and time("2017-02-28T23:59:59"), date("2019-07-23"))`, `P2Y4M`, ``},
		{`years and months duration(from: date("2016-01-01"), to: date and time("2016-01-01T10:00:00"))`, `P0M`, ``},
		{`years and months duration(date("2016-01-01"), null)`, `null`, `to of years and months duration is null.`},
	})
}

func TestNumberFromText(t *testing.T) {
	expectAll(t, []expectation{
		{`number("1.000.000,01", ".", ",")`, `1000000.01`, ``},
		{`number("1,000,000.01", ",", ".")`, `1000000.01`, ``},
		{`number("1 000 000.01", " ", ".")`, `1000000.01`, ``},
		{`number("1,000,000.00", ",", null)`, `1000000`, ``},
		{`number("1000,5", null, ",")`, `1000.5`, ``},
		{`number("-1.5")`, `-1.5`, ``},
		{`number("0.1234567890123456789012345678901234", null, null)`, `0.1234567890123456789012345678901234`, ``},
		{`number(from: "1.000", decimal separator: ",", grouping separator: ".")`, `1000`, ``},
		{`number("1,000", " ", ".")`, `null`, `1,000`},
		{`number("1.5", null, ",")`, `null`, `"1.5" is no number: its decimal separator is a comma, so a period has no place in it.`},
		{`number("1,0,0", ".", ",")`, `null`, `"1,0,0" is no number, also without its separators.`},
		{`number("1", ":", ".")`, `null`, `The grouping separator of number is a space, a comma or a period, not ":".`},
		{`number("1", ",", ":")`, `null`, `The decimal separator of number is a comma or a period, not ":".`},
		{`number("1", ",", ",")`, `null`, `The grouping and the decimal separator of number are both ","; they must differ.`},
		{`number(null, ",", ".")`, `null`, `from of number is null.`},
		{`number("")`, `null`, `number`},
	})
}

func TestStringFromValues(t *testing.T) {
	expectAll(t, []expectation{
		{`string("foo")`, `"foo"`, ``},
		{`string(1.50)`, `"1.5"`, ``},
		{`string(1e10)`, `"10000000000"`, ``},
		{`string(true)`, `"true"`, ``},
		{`string(null)`, `null`, ``},
		{`string(date("2018-12-10"))`, `"2018-12-10"`, ``},
		{`string(@"10:30:00.0001+05:00:01")`, `"10:30:00.0001+05:00:01"`, ``},
		{`string(@"2018-12-10T10:30:00@Etc/UTC")`, `"2018-12-10T10:30:00@Etc/UTC"`, ``},
		{`string(@"P0D")`, `"PT0S"`, ``},
		{`string(@"-P14M")`, `"-P1Y2M"`, ``},
		{`string([1, "a\"b", [null]])`, `"[1, \"a\\\"b\", [null]]"`, ``},
		{`string({a: "foo", "{": {b: 1}})`, `"{a: \"foo\", \"{\": {b: 1}}"`, ``},
		{`string([1..3])`, `"[1..3]"`, ``},
		{`string({a: 1}.b)`, `null`, `b`}, // the null is explained where it comes from
		{`string(null) + "a"`, `null`, `The left side of + is null here`},
	})
}

// What string writes of dates, times, durations and numbers, their functions read again.
func TestStringIsReadAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := feel.NumberOf(decimal.New(rapid.Int64().Draw(t, "digits"), rapid.Int32Range(-40, 40).Draw(t, "exponent"))).Literal()
		h := feel.IntOf(rapid.Int64Range(0, 23).Draw(t, "hour")).Literal()
		for _, text := range []string{
			`number(string(` + n + `)) = ` + n,
			`is(time(string(time(` + h + `, 5, 9.25, @"PT2H"))), time(` + h + `, 5, 9.25, @"PT2H"))`,
			`is(date and time(string(date and time(2024, 2, 29, ` + h + `, 0, 0, "Europe/Paris"))), date and time(2024, 2, 29, ` + h + `, 0, 0, "Europe/Paris"))`,
			`is(duration(string(@"PT1S" * ` + h + `)), @"PT1S" * ` + h + `)`,
		} {
			if got, causes := outcome(t, text); got != "true" {
				t.Fatalf("%s is %s: %q", text, got, causes)
			}
		}
	})
}

// The checker knows what conversions give and what they cannot take.
func TestConversionTypes(t *testing.T) {
	for _, test := range []struct{ text, typ, problem string }{
		{`abs(@"P1D")`, `days and time duration`, ``},
		{`abs(@"P1Y")`, `years and months duration`, ``},
		{`floor(1.5)`, `number`, ``},
		{`split("a", "b")`, `[string]`, ``},
		{`day of week(@"2026-10-01") = "Munday"`, `boolean`, `can never be equal`},
		{`now() - @"PT1H"`, `date and time`, ``},
		{`time(date("2026-10-01"))`, `time`, ``},
		{`duration(5)`, `any`, `needs a string`},
		{`sqrt("4")`, `any`, `"4" is a string; number of sqrt needs a number.`},
		{`string()`, `any`, `string is called as string(from); here it has no arguments.`},
		{`today(1)`, `any`, `today is called as today(); here it has one argument.`},
		{`date("2023-02-29")`, `date`, `2023-02-29`},
		{`number("12x")`, `number`, `12x`},
	} {
		e := feel.Parse(test.text, &feel.Env{Layout: &feel.Layout{}})
		if got := e.Type.String(); got != test.typ {
			t.Errorf("%s is of type %s, want %s", test.text, got, test.typ)
		}
		found := ""
		for _, p := range e.Problems {
			found += p.Message
		}
		if test.problem == "" && found != "" || !strings.Contains(found, test.problem) {
			t.Errorf("%s has the problem %q, want %q", test.text, found, test.problem)
		}
	}
}

// string() of values that share parts ends although the text would be endless.
func TestStringOfSharedValues(t *testing.T) {
	text := `{a: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1], b: [a, a, a, a, a, a, a, a, a, a], c: [b, b, b, b, b, b, b, b, b, b], d: [c, c, c, c, c, c, c, c, c, c],
		e: [d, d, d, d, d, d, d, d, d, d], f: [e, e, e, e, e, e, e, e, e, e], g: [f, f, f, f, f, f, f, f, f, f], h: [g, g, g, g, g, g, g, g, g, g], r: string(h)}.r`
	layout := &feel.Layout{}
	e := feel.Parse(text, &feel.Env{Layout: layout})
	m := &feel.Machine{}
	m.Reset(context.Background(), nil)
	if v := feel.Compile(e, feel.Origin{}, layout.Size()).Run(m); !v.IsNull() || m.Err() != nil {
		t.Errorf("the text is %d bytes long: %v", len(v.Literal()), m.Err())
	}
}

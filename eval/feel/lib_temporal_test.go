package feel_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/scenariolsp/lsp/eval/feel"
)

func TestCalendar(t *testing.T) {
	expectAll(t, []expectation{
		{`day of year(date("2019-09-17"))`, `260`, ``},
		{`day of year(@"2020-12-31T10:10:10")`, `366`, ``},
		{`day of week(date: date("2019-09-17"))`, `"Tuesday"`, ``},
		{`day of week(@"2021-01-10T23:00:00-05:00")`, `"Sunday"`, ``},
		{`month of year(date("2019-09-17"))`, `"September"`, ``},
		{`week of year(date("2003-12-29"))`, `1`, ``},
		{`week of year(date("2010-01-01"))`, `53`, ``},
		{`week of year(date(2005, 1, 9))`, `1`, ``},
		{`day of year(null)`, `null`, `date of day of year is null.`},
		{`day of week({a: "foo"}.a)`, `null`, `` + `date of day of week is "foo"; it needs a date`},
	})
}

func TestClock(t *testing.T) {
	expectAll(t, []expectation{
		{`now()`, `2026-10-01T12:00:00Z`, ``},
		{`today()`, `2026-10-01`, ``},
		{`today() - date("2026-09-01")`, `P30D`, ``},
		{`now() = now()`, `true`, ``},
	})
	for _, text := range []string{`now()`, `today()`} {
		e := feel.Parse(text, &feel.Env{Layout: &feel.Layout{}})
		m := &feel.Machine{}
		m.Reset(context.Background(), nil)
		v := feel.Compile(e, feel.Origin{}, 0).Run(m)
		nulls, _ := m.Nulls()
		if want := text + " has no value: this evaluation has no clock; give it a date and time to evaluate at."; !v.IsNull() || len(nulls) != 1 || nulls[0].Message != want {
			t.Errorf("%s without a clock is %s: %v", text, v, nulls)
		}
		m.Reset(context.Background(), func() time.Time { return time.Date(2026, 3, 1, 0, 30, 0, 5, time.FixedZone("", 3600)) })
		want := map[string]string{`now()`: "2026-03-01T00:30:00.000000005+01:00", `today()`: "2026-03-01"}[text]
		if v := feel.Compile(e, feel.Origin{}, 0).Run(m); v.String() != want {
			t.Errorf("%s is %s, want %s", text, v, want)
		}
	}
}

// TestClockStands has one evaluation at one time, and the next one at another.
func TestClockStands(t *testing.T) {
	e := feel.Parse(`[now(), now(), today()]`, &feel.Env{Layout: &feel.Layout{}})
	p, m, seconds := feel.Compile(e, feel.Origin{}, 0), &feel.Machine{}, 0
	for _, want := range []string{"23:59:59Z, 2026-03-01T23:59:59Z, 2026-03-01]", "00:00:00Z, 2026-03-02T00:00:00Z, 2026-03-02]"} {
		m.Reset(context.Background(), func() time.Time {
			seconds++
			return time.Date(2026, 3, 1, 23, 59, 58+seconds, 0, time.UTC)
		})
		if v := p.Run(m); !strings.HasSuffix(v.String(), want) {
			t.Errorf("%s, want …%s", v, want)
		}
	}
}

func TestIs(t *testing.T) {
	expectAll(t, []expectation{
		{`is(1, 1.0)`, `true`, ``},
		{`is(1, 2)`, `false`, ``},
		{`is(1, "1")`, `false`, ``},
		{`is(null, null)`, `true`, ``},
		{`is(null, 1)`, `false`, ``},
		{`is(true, true)`, `true`, ``},
		{`is(@"23:00:50Z", @"23:00:50+00:00")`, `true`, ``},
		{`is(@"23:00:50", @"23:00:50Z")`, `false`, ``},
		{`is(@"2002-04-02T12:00:00-01:00", @"2002-04-02T17:00:00+04:00")`, `false`, ``},
		{`@"2002-04-02T12:00:00-01:00" = @"2002-04-02T17:00:00+04:00"`, `true`, ``},
		{`is(@"2021-01-01", @"2021-01-01T00:00:00Z")`, `false`, ``},
		{`is(@"P1Y", @"P12M")`, `true`, ``},
		{`is(@"P0Y", @"P0D")`, `false`, ``},
		{`is([1, @"23:00:50Z"], [1, @"23:00:50@Etc/UTC"])`, `false`, ``},
		{`is([1, [2]], [1, [2]])`, `true`, ``},
		{`is([1], [1, 2])`, `false`, ``},
		{`is({a: 1, b: [2]}, {b: [2], a: 1})`, `true`, ``},
		{`is({a: 1}, {b: 1})`, `false`, ``},
		{`is({a: 1}, {a: 1, b: 1})`, `false`, ``},
		{`is([1..2], [1..2])`, `true`, ``},
		{`is([1..2], [1..2))`, `false`, ``},
		{`is([1], 1)`, `false`, ``},
		{`is(value2: 1)`, `false`, ``},
		{`is(value1: 1, value2: 1)`, `true`, ``},
	})
}

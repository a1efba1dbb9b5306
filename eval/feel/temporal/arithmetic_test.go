package temporal

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// value reads a value that a test is about.
func value[V Value](t testing.TB, s string) V {
	t.Helper()
	v, err := Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	got, ok := v.(V)
	if !ok {
		t.Fatalf("%q is a %s", s, kindOf(v))
	}
	return got
}

// outcome is the text of a result, or a dash for an error.
func outcome[V Value](v V, err error) string {
	if err != nil {
		return "-"
	}
	return v.String()
}

func TestAddYearsMonthsKeepsToTheMonth(t *testing.T) {
	tests := []struct{ date, period, want string }{
		{"2021-01-01", "P1Y", "2022-01-01"},
		{"2021-01-02", "-P1M", "2020-12-02"},
		{"2020-02-29", "P1Y", "2021-02-28"},
		{"2020-02-29", "P4Y", "2024-02-29"},
		{"2020-02-29", "-P4Y", "2016-02-29"},
		{"2024-01-31", "P1M", "2024-02-29"},
		{"2024-03-31", "-P1M", "2024-02-29"},
		{"2024-08-31", "P1M", "2024-09-30"},
		{"0000-01-31", "-P1M", "-0001-12-31"},
		{"-0001-12-31", "P2M", "0000-02-29"},
		{"999999999-12-31", "P1M", "-"},
		{"-999999999-01-01", "-P1M", "-"},
		{"2024-01-01", "P9223372036854775807M", "-"},
		{"2024-01-01", "-P9223372036854775807M", "-"},
	}
	for _, test := range tests {
		date, period := value[Date](t, test.date), value[YearsMonths](t, test.period)
		if got := outcome(date.AddYearsMonths(period)); got != test.want {
			t.Errorf("%s + %s = %s, want %s", date, period, got, test.want)
		}
	}
	at := value[DateTime](t, "-2021-01-01T10:10:10@Australia/Melbourne")
	if got := outcome(at.AddYearsMonths(-1)); got != "-2022-12-01T10:10:10@Australia/Melbourne" {
		t.Errorf("%s - P1M = %s", at, got)
	}
}

func TestAddDaysTime(t *testing.T) {
	tests := []struct{ start, length, want string }{
		// A date is its midnight, and loses the time of day again.
		{"2021-01-01", "PT36H", "2021-01-02"},
		{"2021-01-01", "PT48H", "2021-01-03"},
		{"2021-01-02", "-PT1S", "2021-01-01"},
		{"2021-01-02", "-PT0.000000001S", "2021-01-01"},
		{"2021-01-02", "PT23H59M59S", "2021-01-02"},
		{"2020-03-01", "-PT24H", "2020-02-29"},
		{"999999999-12-31", "P1D", "-"},
		{"-999999999-01-01", "-PT1S", "-"},
		{"2021-01-01", "P106751991167300D", "-"},

		{"10:15:00", "PT1H", "11:15:00"},
		{"10:15:00+11:00", "P1D", "10:15:00+11:00"},
		{"23:59:00Z", "PT2M", "00:01:00Z"},
		{"00:00:00", "-PT0.5S", "23:59:59.5"},
		{"00:00:00", "-PT1H", "23:00:00"},
		{"12:00:00", "P106751991167300DT13H", "01:00:00"},
		{"12:00:00", "-P106751991167300DT13H", "23:00:00"},

		{"2021-01-12T10:10:10+11:00", "P1DT1H", "2021-01-13T11:10:10+11:00"},
		{"2021-01-01T24:00:00", "PT1S", "2021-01-02T00:00:01"},
		{"2021-01-01T24:00:00", "-PT1S", "2021-01-01T23:59:59"},
		{"2021-01-01T00:00:00.25", "-PT0.5S", "2020-12-31T23:59:59.75"},
		{"-2021-01-01T10:10:10", "-P1D", "-2022-12-31T10:10:10"},
		{"-2021-01-01T10:10:10@Australia/Melbourne", "PT1H", "-2021-01-01T11:10:10@Australia/Melbourne"},
		{"999999999-12-31T23:59:59.999999999Z", "PT0.000000001S", "-"},
		{"999999999-12-31T23:59:59.999999998@Europe/Paris", "PT0.000000001S", "999999999-12-31T23:59:59.999999999@Europe/Paris"},
		{"-999999999-01-01T00:00:00", "-PT0.000000001S", "-"},
		{"2021-01-01T00:00:00", "P106751991167300D", "-"},
		// Elapsed time across a change of the clocks.
		{"2024-03-30T12:00:00@Europe/Paris", "P1D", "2024-03-31T13:00:00@Europe/Paris"},
		{"2024-10-26T12:00:00@Europe/Paris", "P1D", "2024-10-27T11:00:00@Europe/Paris"},
		{"2024-03-31T01:59:59@Europe/Paris", "PT1S", "2024-03-31T03:00:00@Europe/Paris"},
		{"2024-03-31T02:30:00@Europe/Paris", "PT0S", "2024-03-31T03:30:00@Europe/Paris"},
	}
	for _, test := range tests {
		start, err := Parse(test.start)
		if err != nil {
			t.Fatal(err)
		}
		length := value[DaysTime](t, test.length)
		var got string
		switch v := start.(type) {
		case Date:
			got = outcome(v.AddDaysTime(length))
		case Time:
			got = v.AddDaysTime(length).String()
		case DateTime:
			got = outcome(v.AddDaysTime(length))
		}
		if got != test.want {
			t.Errorf("%s + %s = %s, want %s", start, length, got, test.want)
		}
	}
}

func TestDifferences(t *testing.T) {
	tests := []struct{ to, from, want string }{
		{"2021-01-02T10:10:10", "2021-01-01T10:10:10", "P1D"},
		{"2021-01-02T10:10:10@Europe/Paris", "2021-01-01T10:10:10@Asia/Dhaka", "P1DT5H"},
		{"2021-01-02T10:10:10+01:00", "2021-01-01T10:10:10@Europe/Paris", "P1D"},
		{"2021-01-02T10:10:10@Europe/Paris", "2021-01-01T10:10:10", "-"},
		{"2021-01-02T10:10:10", "2021-01-01T10:10:10+02:00", "-"},
		{"2024-04-01T00:00:00@Europe/Paris", "2024-03-31T00:00:00@Europe/Paris", "PT23H"},
		{"2016-12-24T23:59:00-08:00", "2015-12-24T00:00:01-01:00", "P367DT6H58M59S"},
		{"2021-01-01T00:00:00.1", "2021-01-01T00:00:00.2", "-PT0.1S"},
		{"999999999-12-31T23:59:59.999999999-14:00", "-999999999-01-01T00:00:00+14:00", "P730484999635DT3H59M59.999999999S"},
	}
	for _, test := range tests {
		to, from := value[DateTime](t, test.to), value[DateTime](t, test.from)
		if got := outcome(to.Sub(from)); got != test.want {
			t.Errorf("%s - %s = %s, want %s", to, from, got, test.want)
		}
	}

	date, day := value[Date](t, "2021-01-02"), value[DateTime](t, "2021-01-01T10:10:10@Australia/Melbourne")
	if got := outcome(date.AtMidnight().Sub(day)); got != "P1DT49M50S" {
		t.Errorf("%s - %s = %s", date, day, got)
	}
	if got := date.Sub(value[Date](t, "1995-01-01")).String(); got != "P9498D" {
		t.Errorf("the days since 1995 are %s", got)
	}

	times := []struct{ to, from, want string }{
		{"10:10:10", "11:10:10", "-PT1H"},
		{"10:10:10.5+11:00", "11:10:10+11:00", "-PT59M59.5S"},
		{"10:00:00Z", "11:00:00+01:00", "PT0S"},
		{"10:10:10@Australia/Melbourne", "11:10:10@Australia/Melbourne", "-PT1H"},
		{"10:10:10@Etc/UTC", "10:10:10Z", "PT0S"},
		{"10:10:10", "10:10:10Z", "-"},
	}
	for _, test := range times {
		to, from := value[Time](t, test.to), value[Time](t, test.from)
		if got := outcome(to.Sub(from)); got != test.want {
			t.Errorf("%s - %s = %s, want %s", to, from, got, test.want)
		}
	}
}

func TestCompare(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"2018-12-08", "2018-12-09", -1},
		{"-0001-12-31", "0000-01-01", -1},
		{"10:30:01", "10:30:00", 1},
		{"10:30:00.0001", "10:30:00.0002", -1},
		{"10:30:00.4", "10:30:00.6", -1},
		{"10:30:00.4@Europe/Paris", "10:30:00.4", 0},
		{"10:30:00.000000001Z", "11:30:00+01:00", 1},
		{"10:30:00Z", "11:30:00+01:00", 0},
		{"08:00:00+09:00", "17:00:00-06:00", -1}, // on one day, as XPath's op:time-equal
		{"10:30:00", "10:30:00+05:00", 0},        // takes the other's offset
		{"10:30:01", "10:30:00@Europe/Paris", 1},
		{"00:00:00.5+01:00", "23:00:00.2-00:00", -1},
		{"2018-12-08T00:00:00", "2018-12-07T00:00:00", 1},
		{"2018-12-08T00:00:00.0001", "2018-12-08T00:00:00.0002", -1},
		{"2018-12-08T00:00:00.9", "2018-12-08T00:00:01.1", -1},
		{"1969-12-31T23:59:59.1Z", "1969-12-31T23:59:59.9Z", -1},
		{"2018-12-08T00:00:00.25Z", "2018-12-08T01:00:00.250+01:00", 0},
		{"2018-10-08T00:00:00+02:00", "2018-10-08T00:00:00@Europe/Paris", 0},
		{"2018-12-08T00:00:00@Europe/Paris", "2018-12-08T00:00:00@Asia/Dhaka", 1},
		{"2002-04-02T12:00:00@Australia/Melbourne", "2002-04-02T12:00:00@Australia/Sydney", 0},
		{"2002-04-02T23:00:00-04:00", "2002-04-03T02:00:00-01:00", 0},
		{"2002-04-02T23:00:00", "2002-04-02T23:00:00-01:00", 0},
		{"2002-04-02T23:00:01@Europe/Paris", "2002-04-02T23:00:00", 1},
		{"2024-03-31T02:30:00@Europe/Paris", "2024-03-31T03:00:00@Europe/Paris", 1}, // in the gap
		{"P1Y", "P12M", 0},
		{"-P1Y", "P1M", -1},
		{"P1D", "PT23H59M59.999999999S", 1},
		{"-PT0.1S", "-PT0.2S", 1},
		{"P0D", "-P0D", 0},
	}
	for _, test := range tests {
		if got := compare(t, test.a, test.b); got != test.want {
			t.Errorf("%s against %s is %d, want %d", test.a, test.b, got, test.want)
		}
		if got := compare(t, test.b, test.a); got != -test.want {
			t.Errorf("%s against %s is %d, want %d", test.b, test.a, got, -test.want)
		}
	}
}

func compare(t *testing.T, a, b string) int {
	v, err := Parse(a)
	if err != nil {
		t.Fatal(err)
	}
	switch v := v.(type) {
	case Date:
		return v.Compare(value[Date](t, b))
	case Time:
		return v.Compare(value[Time](t, b))
	case DateTime:
		return v.Compare(value[DateTime](t, b))
	case YearsMonths:
		return v.Compare(value[YearsMonths](t, b))
	case DaysTime:
		return v.Compare(value[DaysTime](t, b))
	}
	panic("unreachable")
}

func TestIdentity(t *testing.T) {
	same := [][2]string{
		{"23:00:50Z", "23:00:50+00:00"},
		{"23:00:50@Australia/Melbourne", "23:00:50@Australia/Melbourne"},
		{"P1Y", "P12M"},
		{"PT24H", "P1D"},
	}
	differ := [][2]string{
		{"23:00:50", "23:00:50Z"},
		{"23:00:50Z", "23:00:50@Etc/UTC"},
		{"23:00:50.1", "23:00:50.2"},
		{"P0Y", "P0D"},
		{"2002-04-02T12:00:00-01:00", "2002-04-02T17:00:00+04:00"},
		{"2002-04-02T23:00:00@Australia/Melbourne", "2002-04-02T23:00:00@Australia/Sydney"},
		{"2021-04-02T23:00:00@Australia/Melbourne", "2021-04-02T23:00:00+11:00"},
	}
	is := func(pair [2]string) bool {
		a, err := Parse(pair[0])
		b, err2 := Parse(pair[1])
		return err == nil && err2 == nil && a == b
	}
	for _, pair := range same {
		if !is(pair) {
			t.Errorf("%s is not %s", pair[0], pair[1])
		}
	}
	for _, pair := range differ {
		if is(pair) {
			t.Errorf("%s is %s", pair[0], pair[1])
		}
	}
}

func TestYearsMonthsBetween(t *testing.T) {
	tests := []struct{ from, to, want string }{
		{"2011-12-22", "2013-08-24", "P1Y8M"},
		{"2016-01-21", "2015-01-21", "-P1Y"},
		{"2016-01-01", "2016-01-01", "P0M"},
		{"2016-01-31", "2016-02-29", "P0M"},
		{"2016-02-29", "2016-01-31", "P0M"},
		{"2016-03-01", "2016-01-31", "-P1M"},
		{"2014-12-31", "-2019-10-01", "-P4033Y2M"},
		{"-999999999-01-01", "999999999-12-31", "P1999999998Y11M"},
	}
	for _, test := range tests {
		from, to := value[Date](t, test.from), value[Date](t, test.to)
		if got := YearsMonthsBetween(from, to).String(); got != test.want {
			t.Errorf("from %s to %s are %s, want %s", from, to, got, test.want)
		}
	}
}

func TestDateProperties(t *testing.T) {
	tests := []struct {
		date                    string
		weekday, day, week, len int
		name, month             string
	}{
		{"2018-12-10", 1, 344, 50, 31, "Monday", "December"},
		{"2019-09-17", 2, 260, 38, 30, "Tuesday", "September"},
		{"2003-12-29", 1, 363, 1, 31, "Monday", "December"},
		{"2004-01-04", 7, 4, 1, 31, "Sunday", "January"},
		{"2005-01-01", 6, 1, 53, 31, "Saturday", "January"},
		{"2010-01-01", 5, 1, 53, 31, "Friday", "January"},
		{"2020-12-31", 4, 366, 53, 31, "Thursday", "December"},
		{"2024-02-29", 4, 60, 9, 29, "Thursday", "February"},
		{"1900-02-01", 4, 32, 5, 28, "Thursday", "February"},
		{"2000-02-02", 3, 33, 5, 29, "Wednesday", "February"},
		// The calendar repeats every 400 years, weekdays included.
		{"-0001-01-01", 5, 1, 53, 31, "Friday", "January"},
		{"-999998001-01-01", 5, 1, 53, 31, "Friday", "January"},
	}
	for _, test := range tests {
		d := value[Date](t, test.date)
		got := fmt.Sprint(d.Weekday(), d.DayOfYear(), d.WeekOfYear(), d.LastDayOfMonth(), d.DayOfWeek(), d.MonthOfYear())
		want := fmt.Sprint(test.weekday, test.day, test.week, test.len, test.name, test.month)
		if got != want {
			t.Errorf("%s: %s, want %s", d, got, want)
		}
	}
}

func TestComponents(t *testing.T) {
	at := value[Time](t, "21:43:09.25")
	if got := fmt.Sprint(at.Hour(), at.Minute(), at.Second(), at.Nanosecond(), at.NanosOfDay()); got != "21 43 9 250000000 78189250000000" {
		t.Errorf("%s has the components %s", at, got)
	}
	tests := []struct{ length, want string }{
		{"P1DT2H3M4.5S", "1 2 3 4 500000000"},
		{"-P1DT2H3M4.5S", "-1 -2 -3 -4 -500000000"},
		{"-PT0.25S", "0 0 0 0 -250000000"},
		{"PT1000M", "0 16 40 0 0"},
	}
	for _, test := range tests {
		p := value[DaysTime](t, test.length)
		whole, nanos := p.Seconds()
		if got := fmt.Sprint(p.Days(), p.Hours(), p.Minutes(), whole, nanos); got != test.want {
			t.Errorf("%s has the components %s, want %s", p, got, test.want)
		}
	}
	for s, want := range map[string]string{"P1Y2M": "1 2", "-P14M": "-1 -2", "P11M": "0 11"} {
		p := value[YearsMonths](t, s)
		if got := fmt.Sprint(p.Years(), p.Months()); got != want {
			t.Errorf("%s has the components %s, want %s", s, got, want)
		}
	}
}

func TestConstructorsRefuse(t *testing.T) {
	date := func(y, m, d int64) error { _, err := NewDate(y, m, d); return err }
	clock := func(h, m, s, n int64) error { _, err := NewTime(h, m, s, n, Zone{}); return err }
	number := func(n int64) error { _, err := DateOfDayNumber(n); return err }
	fixed := func(n int64) error { _, err := FixedZone(n); return err }
	tests := []struct {
		err  error
		want string
	}{
		{date(2017, 8, -2), "no day -2"},
		{date(1_000_999_999, 12, 1), "beyond the years"},
		{date(math.MinInt64, 1, 1), "beyond the years"},
		{date(2023, math.MaxInt64, 1), "no month"},
		{date(2023, 2, 1<<40+1), "February 2023 has 28 days"},
		{clock(24, 0, 0, 0), "no hour 24"},
		{clock(0, -1, 0, 0), "no minute -1"},
		{clock(0, 0, 60, 0), "no second 60"},
		{clock(0, 0, 0, 1e9), "nanoseconds"},
		{number(math.MaxInt64), "beyond the years"},
		{number(minDayNumber - 1), "beyond the years"},
		{number(maxDayNumber + 1), "beyond the years"},
		{fixed(50_401), "14 hours"},
		{fixed(math.MinInt64), "14 hours"},
	}
	for i, test := range tests {
		if test.err == nil || !strings.Contains(test.err.Error(), test.want) {
			t.Errorf("%d: %v, want %q in it", i, test.err, test.want)
		}
	}
}

func TestTheRangesEnds(t *testing.T) {
	if got := (Date{Year: MinYear, Month: 1, Day: 1}).DayNumber(); got != minDayNumber {
		t.Errorf("the first day has the number %d", got)
	}
	if got := (Date{Year: MaxYear, Month: 12, Day: 31}).DayNumber(); got != maxDayNumber {
		t.Errorf("the last day has the number %d", got)
	}
	longest := DaysTime{seconds: math.MaxInt64, nanos: 999_999_999}
	shortest := DaysTime{seconds: math.MinInt64}
	for name, err := range map[string]error{
		"longest + a nanosecond": second(longest.Add(DaysTime{nanos: 1})),
		"shortest - a second":    second(shortest.Sub(DaysTime{seconds: 1})),
		"-shortest":              second(shortest.Negate()),
		"|shortest|":             second(shortest.Abs()),
		"-MinInt64 months":       second(YearsMonths(math.MinInt64).Negate()),
		"MaxInt64 + 1 months":    second(YearsMonths(math.MaxInt64).Add(1)),
		"0 - MinInt64 months":    second(YearsMonths(0).Sub(math.MinInt64)),
	} {
		if err == nil {
			t.Errorf("%s gives no error", name)
		}
	}
	if got := shortest.String(); got != "-P106751991167300DT15H30M8S" {
		t.Errorf("the shortest duration is %s", got)
	}
	if got := YearsMonths(math.MinInt64).String(); got != "-P768614336404564650Y8M" {
		t.Errorf("the shortest number of months is %s", got)
	}
}

func second[V any](_ V, err error) error { return err }

func TestDateTimeOf(t *testing.T) {
	at := time.Date(2024, time.February, 29, 23, 59, 58, 500_000_000, time.FixedZone("", -5400))
	if got := outcome(DateTimeOf(at)); got != "2024-02-29T23:59:58.5-01:30" {
		t.Errorf("%s became %s", at, got)
	}
}

func BenchmarkParseDate(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseDate("2024-02-29"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseDateTimeInZone(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseDateTime("2024-02-29T10:15:00.5@Europe/Paris"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompareDates(b *testing.B) {
	x, y := value[Date](b, "2024-02-29"), value[Date](b, "2024-03-01")
	b.ReportAllocs()
	for b.Loop() {
		if x.Compare(y) != -1 {
			b.Fail()
		}
	}
}

func BenchmarkCompareDateTimesWithOffsets(b *testing.B) {
	x, y := value[DateTime](b, "2002-04-02T23:00:00-04:00"), value[DateTime](b, "2002-04-03T02:00:00-01:00")
	b.ReportAllocs()
	for b.Loop() {
		if x.Compare(y) != 0 {
			b.Fail()
		}
	}
}

func BenchmarkCompareDateTimesInZones(b *testing.B) {
	x, y := value[DateTime](b, "2024-07-02T12:00:00@Europe/Paris"), value[DateTime](b, "2024-07-02T12:00:00@Asia/Dhaka")
	b.ReportAllocs()
	for b.Loop() {
		if x.Compare(y) != 1 {
			b.Fail()
		}
	}
}

package temporal

import (
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func days() *rapid.Generator[Date] {
	return rapid.Custom(func(t *rapid.T) Date {
		// Years near ours are drawn as often as all years together.
		n := rapid.OneOf(rapid.Int64Range(minDayNumber, maxDayNumber), rapid.Int64Range(-800_000, 100_000)).Draw(t, "day number")
		d, err := DateOfDayNumber(n)
		if err != nil {
			t.Fatal(err)
		}
		return d
	})
}

func zones() *rapid.Generator[Zone] {
	return rapid.Custom(func(t *rapid.T) Zone {
		switch rapid.IntRange(0, 2).Draw(t, "kind of zone") {
		case 0:
			return Zone{}
		case 1:
			z, err := FixedZone(rapid.Int64Range(-MaxOffset, MaxOffset).Draw(t, "offset"))
			if err != nil {
				t.Fatal(err)
			}
			return z
		}
		z, err := NamedZone(rapid.SampledFrom([]string{
			"Europe/Paris", "Australia/Lord_Howe", "America/Sao_Paulo", "Pacific/Apia", "Africa/Casablanca",
			"Asia/Kathmandu", "Asia/Manila", "Europe/Dublin", "America/New_York", "Etc/UTC",
		}).Draw(t, "name"))
		if err != nil {
			t.Fatal(err)
		}
		return z
	})
}

func times() *rapid.Generator[Time] {
	return rapid.Custom(func(t *rapid.T) Time {
		return Time{nanos: rapid.Int64Range(0, nanosPerDay-1).Draw(t, "nanoseconds"), Zone: zones().Draw(t, "zone")}
	})
}

func dateTimes() *rapid.Generator[DateTime] {
	return rapid.Custom(func(t *rapid.T) DateTime {
		return MakeDateTime(days().Draw(t, "date"), times().Draw(t, "time"))
	})
}

func lengths() *rapid.Generator[DaysTime] {
	return rapid.Custom(func(t *rapid.T) DaysTime {
		return DaysTime{
			seconds: rapid.OneOf(rapid.Int64(), rapid.Int64Range(-1e8, 1e8)).Draw(t, "seconds"),
			nanos:   rapid.OneOf(rapid.Int32Range(0, nanosPerSecond-1), rapid.Just(int32(0))).Draw(t, "nanoseconds"),
		}
	})
}

// What is printed is read as the same value.
func TestParseIsTheInverseOfString(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, v := range []Value{
			days().Draw(t, "date"), times().Draw(t, "time"), dateTimes().Draw(t, "date and time"),
			YearsMonths(rapid.Int64Range(-1<<63+1, 1<<63-1).Draw(t, "months")),
			DaysTime{seconds: rapid.Int64Range(-1<<63+1, 1<<63-1).Draw(t, "seconds"), nanos: rapid.Int32Range(0, nanosPerSecond-1).Draw(t, "nanos")},
		} {
			got, err := Parse(v.String())
			if err != nil || got != v {
				t.Fatalf("%s was read as %v, %v", v, got, err)
			}
		}
	})
}

// Every day of the years 1 to 9999 is the day that package time knows.
func TestCalendarAgainstTime(t *testing.T) {
	at := time.Date(1, time.January, 1, 0, 0, 0, 0, time.UTC)
	for n := at.Unix() / secondsPerDay; at.Year() < 10_000; n++ {
		year, month, day := at.Date()
		want := Date{Year: int32(year), Month: uint8(month), Day: uint8(day)}
		got := civil(n)
		weekday := (int(at.Weekday())+6)%7 + 1
		if got != want || got.DayNumber() != n || got.DayOfYear() != at.YearDay() || got.Weekday() != weekday {
			t.Fatalf("day %d is %s with number %d, day %d of the year, weekday %d; want %s, %d, %d",
				n, got, got.DayNumber(), got.DayOfYear(), got.Weekday(), want, at.YearDay(), weekday)
		}
		if _, week := at.ISOWeek(); got.WeekOfYear() != week {
			t.Fatalf("%s is in week %d, want %d", got, got.WeekOfYear(), week)
		}
		if got.DayOfWeek() != at.Weekday().String() || got.MonthOfYear() != month.String() {
			t.Fatalf("%s is a %s of %s", got, got.DayOfWeek(), got.MonthOfYear())
		}
		at = at.AddDate(0, 0, 1)
	}
}

func TestDayNumberIsTheInverseOfCivil(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(minDayNumber, maxDayNumber).Draw(t, "n")
		d := civil(n)
		made, err := NewDate(int64(d.Year), int64(d.Month), int64(d.Day))
		if err != nil || made != d || d.DayNumber() != n {
			t.Fatalf("day %d is %s, with the number %d: %v", n, d, d.DayNumber(), err)
		}
	})
}

func TestMonthsArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, to := days().Draw(t, "from"), days().Draw(t, "to")
		between := YearsMonthsBetween(from, to)
		reached, err := from.AddYearsMonths(between)
		if err != nil {
			t.Fatal(err)
		}
		// The months lead towards the other date and not past it.
		if c := from.Compare(to); c != 0 && reached.Compare(to)*c < 0 {
			t.Fatalf("%s + %s is %s, past %s", from, between, reached, to)
		}
		if (reached.Year != to.Year || reached.Month != to.Month) && between.String() != "P0M" {
			// Less than a month is left.
			left := reached.Sub(to)
			if length, _ := left.Abs(); length.Days() > 30 {
				t.Fatalf("%s + %s leaves %s to %s", from, between, left, to)
			}
		}
		// Where no month is too short, going back undoes going forth.
		if from.Day <= 28 {
			back, err := reached.AddYearsMonths(-between)
			if err != nil || back != from {
				t.Fatalf("%s + %s - %s = %s, %v", from, between, between, back, err)
			}
		}
	})
}

func TestElapsedTimeArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := dateTimes().Draw(t, "start")
		length := DaysTime{
			seconds: rapid.Int64Range(-1e9, 1e9).Draw(t, "seconds"),
			nanos:   rapid.Int32Range(0, nanosPerSecond-1).Draw(t, "nanoseconds"),
		}
		end, err := start.AddDaysTime(length)
		if err != nil {
			t.Skip("beyond the years")
		}
		if end.Zone != start.Zone {
			t.Fatalf("%s + %s = %s, in another zone", start, length, end)
		}
		passed, err := end.Sub(start)
		if err != nil {
			t.Fatal(err)
		}
		if _, named := start.Zone.Name(); !named && passed != length {
			t.Fatalf("%s - %s = %s, want %s", end, start, passed, length)
		} else if named && passed != length {
			// Only in what the clocks showed twice is the other instant meant.
			seconds, _, _ := start.Instant()
			local := end.localSeconds()
			early, late := local-int64(end.Zone.offsetOfLocal(local)), seconds+length.seconds
			if late-early <= 0 || late-early > 25*secondsPerHour {
				t.Fatalf("%s - %s = %s, want %s", end, start, passed, length)
			}
		}
	})
}

// The instant of a local reading shows that reading again, but in a gap.
func TestOffsetOfLocalReadings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := dateTimes().Draw(t, "date and time")
		local := at.localSeconds()
		instant := local - int64(at.Zone.offsetOfLocal(local))
		if shown := instant + int64(at.Zone.offsetAt(instant)); shown < local {
			t.Fatalf("%s is the instant %d, which shows %d seconds less", at, instant, local-shown)
		} else if shown > local {
			for _, earlier := range []int64{shown - local, 1800, 3600, 86_400} {
				if u := instant - earlier; u+int64(at.Zone.offsetAt(u)) == local {
					t.Fatalf("%s is taken for a gap, but is shown at %d", at, u)
				}
			}
		}
	})
}

func TestNanosecondsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := lengths().Draw(t, "length")
		hi, lo := p.Nanoseconds()
		got := new(big.Int).Lsh(big.NewInt(hi), 64)
		got.Add(got, new(big.Int).SetUint64(lo))
		want := new(big.Int).Mul(big.NewInt(p.seconds), big.NewInt(nanosPerSecond))
		want.Add(want, big.NewInt(int64(p.nanos)))
		if got.Cmp(want) != 0 {
			t.Fatalf("%s has %s nanoseconds, want %s", p, got, want)
		}
		if back, err := DaysTimeOfNanoseconds(hi, lo); err != nil || back != p {
			t.Fatalf("%s came back as %s, %v", p, back, err)
		}
	})
	for _, hi := range []int64{1 << 62, -1 << 63, nanosPerSecond, -nanosPerSecond - 1, nanosPerSecond / 2, -nanosPerSecond/2 - 1} {
		if p, err := DaysTimeOfNanoseconds(hi, 0); err == nil {
			t.Errorf("%d·2⁶⁴ nanoseconds are %s, want an error", hi, p)
		}
	}
}

func TestDurationArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := lengths().Draw(t, "p"), lengths().Draw(t, "q")
		if both, err := p.Add(q); err == nil {
			if back, err := both.Sub(q); err == nil && back != p {
				t.Fatalf("%s + %s - %s = %s", p, q, q, back)
			}
			if swapped, err := q.Add(p); err != nil || swapped != both {
				t.Fatalf("%s + %s = %s, but %s the other way", p, q, both, swapped)
			}
		}
		if n, err := p.Negate(); err == nil {
			if n.Sign() != -p.Sign() {
				t.Fatalf("-%s = %s", p, n)
			}
			if zero, err := p.Add(n); err != nil || zero != (DaysTime{}) {
				t.Fatalf("%s + %s = %s, %v", p, n, zero, err)
			}
		}
		whole, nanos := p.Seconds()
		total := new(big.Int).Mul(big.NewInt(p.Days()), big.NewInt(secondsPerDay))
		total.Add(total, big.NewInt(p.Hours()*secondsPerHour+p.Minutes()*secondsPerMinute+whole))
		total.Mul(total, big.NewInt(nanosPerSecond)).Add(total, big.NewInt(nanos))
		hi, lo := p.Nanoseconds()
		want := new(big.Int).Lsh(big.NewInt(hi), 64)
		if want.Add(want, new(big.Int).SetUint64(lo)); total.Cmp(want) != 0 {
			t.Fatalf("the components of %s sum to %s, want %s", p, total, want)
		}
	})
}

// Comparison is antisymmetric, and within one zone it is a total order.
func TestCompareIsAnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := dateTimes().Draw(t, "a"), dateTimes().Draw(t, "b"), dateTimes().Draw(t, "c")
		if a.Compare(b) != -b.Compare(a) || a.Time.Compare(b.Time) != -b.Time.Compare(a.Time) {
			t.Fatalf("%s and %s compare differently the other way", a, b)
		}
		if none := (Zone{}); a.Zone == none || b.Zone == none || c.Zone == none {
			a.Zone, b.Zone, c.Zone = none, none, none
		}
		if a.Compare(b) <= 0 && b.Compare(c) <= 0 && a.Compare(c) > 0 {
			t.Fatalf("%s ≤ %s ≤ %s, but the first is after the last", a, b, c)
		}
	})
}

// The later of two has the positive difference, to the nanosecond.
func TestCompareIsTheSignOfTheDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := dateTimes().Draw(t, "a")
		b := dateTimes().Draw(t, "b")
		if rapid.Bool().Draw(t, "near") {
			b.Date = a.Date
			b.nanos = min(max(a.nanos+rapid.Int64Range(-3, 3).Draw(t, "nanoseconds later"), 0), nanosPerDay-1)
		}
		if d, err := a.Sub(b); err == nil && d.Sign() != a.Compare(b) {
			t.Fatalf("%s - %s is %s, but they compare as %d", a, b, d, a.Compare(b))
		}
		if d, err := a.Time.Sub(b.Time); err == nil && d.Sign() != a.Time.Compare(b.Time) {
			t.Fatalf("%s - %s is %s, but they compare as %d", a.Time, b.Time, d, a.Time.Compare(b.Time))
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"2024-02-29", "-999999999-12-31", "24:00:00", "10:15:00.5+01:00", "10:15:00@Europe/Paris",
		"2016-12-24T23:59:00-08:00", "2012-03-07Z", "P1Y2M", "-P1DT2H3M4.5S", "PT0.S", "P1YT", "@", "T", "-P",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := Parse(s)
		if err != nil {
			if v != nil || len(err.Error()) > 600 {
				t.Fatalf("%q gives %v and an error of %d bytes", s, v, len(err.Error()))
			}
			return
		}
		canonical := v.String()
		again, err := Parse(canonical)
		if err != nil || again != v || again.String() != canonical {
			t.Fatalf("%q is %s, which is read as %v, %v", s, canonical, again, err)
		}
	})
}

package temporal

import (
	"strings"
	"testing"
)

func TestParseGivesTheKindAndTheCanonicalText(t *testing.T) {
	tests := []struct{ in, kind, want string }{
		{"2017-12-31", "date", "2017-12-31"},
		{"-0044-03-15", "date", "-0044-03-15"},
		{"0000-02-29", "date", "0000-02-29"},
		{"-0000-01-01", "date", "0000-01-01"},
		{"12024-02-29", "date", "12024-02-29"},
		{"-999999999-01-01", "date", "-999999999-01-01"},
		{"999999999-12-31", "date", "999999999-12-31"},

		{"00:00:00", "time", "00:00:00"},
		{"24:00:00", "time", "00:00:00"},
		{"24:00:00.000+02:00", "time", "00:00:00+02:00"},
		{"23:59:59.999999999", "time", "23:59:59.999999999"},
		{"10:15:00.50", "time", "10:15:00.5"},
		{"10:15:00.0000000000", "time", "10:15:00"},
		{"10:15:00.1234567890", "time", "10:15:00.123456789"},
		{"10:15:00Z", "time", "10:15:00Z"},
		{"10:15:00z", "time", "10:15:00Z"},
		{"10:15:00+00:00", "time", "10:15:00Z"},
		{"10:15:00-00:00", "time", "10:15:00Z"},
		{"10:15:00-05:30", "time", "10:15:00-05:30"},
		{"10:15:00+14:00", "time", "10:15:00+14:00"},
		{"10:15:00-02:45:55", "time", "10:15:00-02:45:55"},
		{"10:15:00+02:45:00", "time", "10:15:00+02:45"},
		{"10:15:00@Asia/Tokyo", "time", "10:15:00@Asia/Tokyo"},
		{"10:15:00@Etc/UTC", "time", "10:15:00@Etc/UTC"},
		{"10:15:00@EST5EDT", "time", "10:15:00@EST5EDT"},

		{"2016-12-24T23:59:00-08:00", "date and time", "2016-12-24T23:59:00-08:00"},
		{"2016-12-24T24:00:00", "date and time", "2016-12-25T00:00:00"},
		{"2023-12-31T24:00:00Z", "date and time", "2024-01-01T00:00:00Z"},
		{"999999999-12-31T23:59:59.999999999@Europe/Paris", "date and time", "999999999-12-31T23:59:59.999999999@Europe/Paris"},
		{"-99999-12-31T11:22:33", "date and time", "-99999-12-31T11:22:33"},

		{"P1Y2M", "years and months duration", "P1Y2M"},
		{"P0Y", "years and months duration", "P0M"},
		{"-P0M", "years and months duration", "P0M"},
		{"P1Y27M", "years and months duration", "P3Y3M"},
		{"P100M", "years and months duration", "P8Y4M"},
		{"-P999999999M", "years and months duration", "-P83333333Y3M"},
		{"P9223372036854775807M", "years and months duration", "P768614336404564650Y7M"},

		{"P1DT2H3M4.123456789S", "days and time duration", "P1DT2H3M4.123456789S"},
		{"-P1D", "days and time duration", "-P1D"},
		{"PT0.S", "days and time duration", "PT0S"},
		{"-PT0.5S", "days and time duration", "-PT0.5S"},
		{"-PT0S", "days and time duration", "PT0S"},
		{"P2DT274M", "days and time duration", "P2DT4H34M"},
		{"PT3600S", "days and time duration", "PT1H"},
		{"PT24H", "days and time duration", "P1D"},
		{"P0DT25H", "days and time duration", "P1DT1H"},
	}
	for _, test := range tests {
		v, err := Parse(test.in)
		if err != nil {
			t.Errorf("Parse(%q): %v", test.in, err)
			continue
		}
		if kind := kindOf(v); kind != test.kind || v.String() != test.want {
			t.Errorf("Parse(%q) = %s %s, want %s %s", test.in, kind, v, test.kind, test.want)
		}
	}
}

func kindOf(v Value) string {
	switch v.(type) {
	case Date:
		return "date"
	case Time:
		return "time"
	case DateTime:
		return "date and time"
	case YearsMonths:
		return "years and months duration"
	default:
		return "days and time duration"
	}
}

// Each refused text with a part of the sentence that tells why.
func TestParseRefuses(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", "none of the forms"},
		{"foo", "none of the forms"},
		{"2012/12/25", "none of the forms"},
		{"2023-02-29", "February 2023 has 28 days"},
		{"2100-02-29", "February 2100 has 28 days"},
		{"2023-04-31", "April 2023 has 30 days and no day 31"},
		{"2017-12-32", "December 2017 has 31 days"},
		{"2017-12-00", "no day 0"},
		{"2017-13-10", "there is no month 13"},
		{"2017-00-10", "there is no month 0"},
		{"998-12-31", "four digits at least"},
		{"01211-12-31", "no leading zero"},
		{"+2012-12-02", "no plus sign"},
		{"9999999999-12-27", "beyond the years"},
		{"99999999999999999999999-12-27", "beyond the years"},
		{"2017-1-01", "two, with hyphens"},
		{"2017-01-011", "two, with hyphens"},
		{"2017-01-01 ", "does not belong after the day"},
		{" 2017-01-01", "a date is"},
		{"2012-12-25Z", "does not belong after the day"},

		{"23:59:60", "no second 60"},
		{"24:00:01", "no hour 24"},
		{"24:00:00.000000001", "no hour 24"},
		{"25:00:00", "no hour 25"},
		{"00:60:00", "no minute 60"},
		{"07:01:2", "two digits each"},
		{"10:30", "two digits each"},
		{"11:30:00T", "T"},
		{"11:30:00.", "followed by no digit"},
		{"11:30:00.0000000001", "finer than a nanosecond"},
		{"13:20:00+19:00", "beyond the 14 hours"},
		{"13:20:00-14:00:01", "beyond the 14 hours"},
		{"13:20:00+5:00", "an offset is a sign"},
		{"13:20:00+05", "an offset is a sign"},
		{"13:20:00+05:60", "go to 59"},
		{"13:20:00 Z", "does not belong after the time"},
		{"13:20:00+02:00@Europe/Paris", "not both"},
		{"13:20:00@", "no zone"},
		{"13:20:00@xyz/abc", "no zone"},
		{"13:20:00@Local", "no zone"},
		{"13:20:00@localtime", "no zone"},
		{"13:20:00@../../etc/passwd", "no zone"},
		{"13:20:00@Europe/../Europe/Paris", "no zone"},

		{"2012T-12-2511:00:00Z", "is no date and time"},
		{"2017-12-31T24:00:01", "no hour 24"},
		{"2017-12-31T7:20", "two digits each"},
		{"2017-12-31T", "two digits each"},
		{"0000-12-25T", "two digits each"},
		{"999999999-12-31T24:00:00", "beyond the years"},
		{"2011-12-03T10:15:30+01:00@Europe/Paris", "not both"},

		{"P", "a duration is"},
		{"-P", "a duration is"},
		{"P0", "a duration is"},
		{"PT", "a duration is"},
		{"P1DT", "a duration is"},
		{"P1S", "a duration is"},
		{"P1M1Y", "a duration is"},
		{"P1Y1Y", "a duration is"},
		{"PT1S1M", "a duration is"},
		{"P1Y1D", "a duration is"},
		{"P1YT1H", "a duration is"},
		{"P1W", "a duration is"},
		{"P-1D", "a duration is"},
		{"PT1H ", "a duration is"},
		{"PT.5S", "a duration is"},
		{"P1D1D", "a duration is"},
		{"PT1HT1M", "a duration is"},
		{"PT1.5H", "only the seconds"},
		{"P1.5Y", "only the seconds"},
		{"PT0.0000000001S", "finer than a nanosecond"},
		{"P9223372036854775808M", "64 bits"},
		{"P106751991167301D", "64 bits"},
	}
	for _, test := range tests {
		v, err := Parse(test.in)
		if err == nil {
			t.Errorf("Parse(%q) = %s, want an error", test.in, v)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("Parse(%q): %q, want %q in it", test.in, err, test.want)
		}
	}
}

package temporal

import "testing"

func TestOffsetAtChangesOfTheClocks(t *testing.T) {
	tests := []struct{ at, want string }{
		{"2024-01-01T12:00:00@Europe/Paris", "PT1H"},
		{"2024-07-01T12:00:00@Europe/Paris", "PT2H"},
		{"2024-03-31T01:59:59@Europe/Paris", "PT1H"},
		{"2024-03-31T02:00:00@Europe/Paris", "PT1H"}, // the gap, to 03:00
		{"2024-03-31T02:59:59@Europe/Paris", "PT1H"},
		{"2024-03-31T03:00:00@Europe/Paris", "PT2H"},
		{"2024-10-27T01:59:59@Europe/Paris", "PT2H"},
		{"2024-10-27T02:00:00@Europe/Paris", "PT2H"}, // shown twice, to 03:00
		{"2024-10-27T02:59:59@Europe/Paris", "PT2H"},
		{"2024-10-27T03:00:00@Europe/Paris", "PT1H"},
		// A change at midnight: 2018-11-04 began at 01:00.
		{"2018-11-03T23:59:59@America/Sao_Paulo", "-PT3H"},
		{"2018-11-04T00:30:00@America/Sao_Paulo", "-PT3H"},
		{"2018-11-04T01:00:00@America/Sao_Paulo", "-PT2H"},
		{"2018-02-17T23:30:00@America/Sao_Paulo", "-PT2H"}, // shown twice
		{"2018-02-18T00:00:00@America/Sao_Paulo", "-PT3H"},
		// Half an hour of summer time.
		{"2024-10-06T02:15:00@Australia/Lord_Howe", "PT10H30M"},
		{"2024-10-06T02:30:00@Australia/Lord_Howe", "PT11H"},
		{"2024-04-07T01:45:00@Australia/Lord_Howe", "PT11H"},
		// A whole day that no clock showed, 2011-12-30.
		{"2011-12-29T23:59:59@Pacific/Apia", "-PT10H"},
		{"2011-12-30T12:00:00@Pacific/Apia", "-PT10H"},
		{"2011-12-31T00:00:00@Pacific/Apia", "PT14H"},
		// Almost a whole day shown twice.
		{"1969-09-30T13:00:00@Pacific/Kwajalein", "PT11H"},
		{"1969-10-01T00:00:00@Pacific/Kwajalein", "-PT12H"},
		// Beyond the table of changes: before it local mean time, after it the last rule.
		{"-999999999-01-01T00:00:00@Europe/Paris", "PT9M21S"},
		{"1844-01-01T00:00:00@Asia/Manila", "-PT15H56M8S"},
		{"999999999-07-01T00:00:00@Europe/Paris", "PT2H"},
		{"999999999-12-31T23:59:59@Europe/Paris", "PT1H"},
		// Not by name.
		{"2024-07-01T12:00:00-03:30", "-PT3H30M"},
		{"2024-07-01T12:00:00Z", "PT0S"},
	}
	for _, test := range tests {
		at := value[DateTime](t, test.at)
		if got, ok := at.TimeOffset(); !ok || got.String() != test.want {
			t.Errorf("%s has the offset %s, want %s", at, got, test.want)
		}
	}
	if offset, ok := value[DateTime](t, "2024-07-01T12:00:00").TimeOffset(); ok {
		t.Errorf("a date and time without a zone has the offset %s", offset)
	}
}

// A time of day has the offset of no particular day.
func TestOffsetOfATimeOfDay(t *testing.T) {
	tests := []struct{ at, offset, name string }{
		{"10:00:00@Europe/Paris", "PT1H", "Europe/Paris"},
		{"10:00:00@Australia/Melbourne", "PT10H", "Australia/Melbourne"},
		{"10:00:00@Etc/UTC", "PT0S", "Etc/UTC"},
		{"10:00:00+05:00", "PT5H", ""},
		{"10:00:00", "", ""},
	}
	for _, test := range tests {
		at := value[Time](t, test.at)
		offset, ok := at.TimeOffset()
		if ok != (test.offset != "") || ok && offset.String() != test.offset {
			t.Errorf("%s has the offset %s, want %s", at, offset, test.offset)
		}
		if name, ok := at.Timezone(); name != test.name || ok != (test.name != "") {
			t.Errorf("%s has the timezone %q, want %q", at, name, test.name)
		}
	}
}

func TestZones(t *testing.T) {
	paris, err := NamedZone("Europe/Paris")
	again, err2 := NamedZone("Europe/Paris")
	if err != nil || err2 != nil || paris != again {
		t.Errorf("Europe/Paris is not itself: %v, %v", err, err2)
	}
	if fixed, _ := FixedZone(0); fixed != UTC() {
		t.Error("+00:00 is not Z")
	}
	if !(Zone{}).IsNone() || UTC().IsNone() || paris.IsNone() {
		t.Error("only the zero Zone says nothing")
	}
	for _, name := range []string{"", "Local", "localtime", "posix/Europe/Paris", "zone.tab", "Europe", "Europe/", "/etc/passwd", "Europe/Paris\x00"} {
		if z, err := NamedZone(name); err == nil {
			t.Errorf("NamedZone(%q) = %s, want an error", name, z)
		}
	}
}

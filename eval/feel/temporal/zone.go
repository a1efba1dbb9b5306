package temporal

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // a bare machine has no zone database
)

// MaxOffset is the largest offset from UTC, in seconds, that a text or a
// constructor may give: 14 hours, east or west (XML Schema Part 2, 3.3.7; DMN
// 1.5, property time offset). The database's local mean times may exceed it.
const MaxOffset = 14 * secondsPerHour

// Zone is what a time says about its place: nothing, an offset from UTC, or the
// name of a zone in the IANA database. The zero Zone says nothing. Zones are
// comparable with ==: Z is +00:00, and a name is only itself.
type Zone struct {
	region *region // a zone by name
	offset int32   // seconds east of UTC, of a fixed zone
	fixed  bool
}

// region is a zone of the database. There is one region a name, so that a
// pointer to it stands for the name.
type region struct {
	name     string
	location *time.Location
	// standard is the offset that the zone has outside daylight saving time.
	standard int32
}

// regions keeps the regions that were asked for, by name. It is the one shared
// state of the package: it makes zones small and comparable, and spares the
// database a second reading. It holds nothing but immutable facts of the
// database and no more entries than the database has zones.
var regions sync.Map

// UTC is the zone Z.
func UTC() Zone { return Zone{fixed: true} }

// FixedZone is the zone a number of seconds east of UTC, west where negative.
func FixedZone(offset int64) (Zone, error) {
	if offset < -MaxOffset || offset > MaxOffset {
		return Zone{}, fmt.Errorf("an offset of %s lies beyond the 14 hours that an offset may have", DaysTime{seconds: offset})
	}
	return Zone{offset: int32(offset), fixed: true}, nil
}

// NamedZone is the zone of a name in the IANA database, such as Europe/Paris:
// the database of the machine where it has one, else the one built in.
func NamedZone(name string) (Zone, error) {
	if found, ok := regions.Load(name); ok {
		return Zone{region: found.(*region)}, nil
	}
	if !isZoneName(name) {
		return Zone{}, unknownZone(name)
	}
	location, err := time.LoadLocation(name)
	if err != nil {
		return Zone{}, unknownZone(name)
	}
	made := &region{name: location.String(), location: location, standard: standardOffset(location)}
	kept, _ := regions.LoadOrStore(made.name, made)
	return Zone{region: kept.(*region)}, nil
}

func unknownZone(name string) error {
	return fmt.Errorf("the IANA time zone database has no zone %s", quote(name))
}

// isZoneName keeps from the loader what it would take for the machine's own
// zone or for a file beside the database: every name of the database begins
// with a capital letter.
func isZoneName(name string) bool {
	return name != "" && name != "Local" && name[0] >= 'A' && name[0] <= 'Z'
}

// standardOffset is the offset outside daylight saving time. A time of day with
// a named zone has no date to tell its offset, and an answer must not depend on
// the day on which it is asked; so the rules of one year decide, and summer
// time is the greater of the two offsets.
func standardOffset(location *time.Location) int32 {
	const year = 2024
	_, january := time.Date(year, time.January, 1, 0, 0, 0, 0, location).Zone()
	_, july := time.Date(year, time.July, 1, 0, 0, 0, 0, location).Zone()
	return int32(min(january, july))
}

// IsNone reports whether the zone says nothing, as in a local time.
func (z Zone) IsNone() bool { return z == Zone{} }

// Name is the name of a zone by name; ok is false for other zones.
func (z Zone) Name() (name string, ok bool) {
	if z.region == nil {
		return "", false
	}
	return z.region.name, true
}

// Offset is the seconds east of UTC where the clocks of the zone show a local
// date and time; ok is false where the zone says nothing. The zone of the
// argument has no part in it.
//
// Where the clocks are put back, they show an hour twice: the offset before the
// change, and so the earlier instant, is taken. Where they are put forward, an
// hour is not shown at all: the offset before the change is taken again, and so
// 02:30 in the gap from 02:00 to 03:00 is the instant that shows 03:30.
func (z Zone) Offset(local DateTime) (seconds int32, ok bool) {
	return z.offsetOfLocal(local.localSeconds()), !z.IsNone()
}

// offsetOfLocal is Offset for a local reading in seconds since 1970-01-01T00:00:00.
func (z Zone) offsetOfLocal(local int64) int32 {
	if z.region == nil {
		return z.offset
	}
	// No zone was ever as far as 16 hours from UTC, so the zone's periods are
	// walked from the first that may contain the reading, mostly one or two.
	at := time.Unix(local-16*secondsPerHour, 0).In(z.region.location)
	for {
		_, offset := at.Zone()
		_, end := at.ZoneBounds()
		if end.IsZero() || local-int64(offset) < end.Unix() {
			return int32(offset)
		}
		if _, next := end.Zone(); local-int64(next) < end.Unix() {
			return int32(offset) // in the gap at the end of the period
		}
		at = end
	}
}

// offsetAt is the offset at an instant, in seconds since 1970-01-01T00:00:00Z.
func (z Zone) offsetAt(instant int64) int32 {
	if z.region == nil {
		return z.offset
	}
	_, offset := time.Unix(instant, 0).In(z.region.location).Zone()
	return int32(offset)
}

// offsetOfDay is the offset of a time of day without a date.
func (z Zone) offsetOfDay() int32 {
	if z.region == nil {
		return z.offset
	}
	return z.region.standard
}

// String gives the zone as it follows a time: nothing, Z, +05:30, -02:45:55 or
// @Europe/Paris.
func (z Zone) String() string { return string(z.append(nil)) }

func (z Zone) append(b []byte) []byte {
	switch {
	case z.region != nil:
		return append(append(b, '@'), z.region.name...)
	case !z.fixed:
		return b
	case z.offset == 0:
		return append(b, 'Z')
	}
	sign, offset := byte('+'), int64(z.offset)
	if offset < 0 {
		sign, offset = '-', -offset
	}
	b = appendPadded(append(b, sign), offset/secondsPerHour, 2)
	b = appendPadded(append(b, ':'), offset%secondsPerHour/secondsPerMinute, 2)
	if offset %= secondsPerMinute; offset != 0 {
		b = appendPadded(append(b, ':'), offset, 2)
	}
	return b
}

// parseZone reads what follows a time, to the end of the text.
func parseZone(s string) (Zone, error) {
	switch {
	case s == "":
		return Zone{}, nil
	case s == "Z", s == "z": // the small letter stands in examples of DMN 1.5, 10.3.4.1
		return UTC(), nil
	case s[0] == '@':
		return NamedZone(s[1:])
	case strings.Contains(s, "@"):
		return Zone{}, errors.New("a time has an offset or the name of a zone, not both")
	case s[0] == '+', s[0] == '-':
		return parseOffset(s)
	}
	return Zone{}, fmt.Errorf("%s does not belong after the time, only Z, an offset such as +01:00, or @ and a zone's name", quote(s))
}

var errOffsetForm = errors.New("an offset is a sign, two digits of hours, a colon and two digits of minutes, such as +01:00")

func parseOffset(s string) (Zone, error) {
	p := reader{rest: s[1:]}
	hours, ok := p.two()
	minutes, ok2 := p.afterColon()
	var seconds int64
	ok3 := true
	if p.rest != "" {
		seconds, ok3 = p.afterColon()
	}
	switch {
	case !ok || !ok2 || !ok3 || p.rest != "":
		return Zone{}, errOffsetForm
	case minutes > 59 || seconds > 59:
		return Zone{}, errors.New("the minutes and seconds of an offset go to 59")
	}
	total := hours*secondsPerHour + minutes*secondsPerMinute + seconds
	if s[0] == '-' {
		total = -total
	}
	return FixedZone(total)
}

package temporal

import (
	"cmp"
	"fmt"
	"strconv"
)

// The years a date may have (DMN 1.5, 10.3.2.3.5).
const (
	MinYear = -999_999_999
	MaxYear = 999_999_999
)

// Date is a day of the proleptic Gregorian calendar, without a zone (DMN 1.5,
// 10.3.2.3.5). The zero Date is no day; NewDate and ParseDate make dates that
// exist. Properties year, month and day are the fields.
type Date struct {
	Year       int32
	Month, Day uint8
}

// NewDate makes the date of a year, a month (1 to 12) and a day of the month
// (from 1). A day that does not exist is an error, never the next month's.
func NewDate(year, month, day int64) (Date, error) {
	switch {
	case year < MinYear || year > MaxYear:
		return Date{}, fmt.Errorf("the year %d lies beyond the years -999999999 to 999999999", year)
	case month < 1 || month > monthsPerYear:
		return Date{}, fmt.Errorf("there is no month %d: months go from 1 to 12", month)
	case day < 1 || day > int64(daysInMonth(int32(year), uint8(month))):
		d := Date{Year: int32(year), Month: uint8(month), Day: 1}
		return Date{}, fmt.Errorf("%s %d has %d days and no day %d", d.MonthOfYear(), year, d.LastDayOfMonth(), day)
	}
	return Date{Year: int32(year), Month: uint8(month), Day: uint8(day)}, nil
}

// DateOfDayNumber is the date n days after 1970-01-01 (before it, where n is
// negative).
func DateOfDayNumber(n int64) (Date, error) {
	if n < minDayNumber || n > maxDayNumber {
		return Date{}, errYearRange
	}
	return civil(n), nil
}

// DayNumber counts the days since 1970-01-01, negative before it.
func (d Date) DayNumber() int64 {
	return dayNumber(int64(d.Year), int64(d.Month), int64(d.Day))
}

// Compare is -1 where d is earlier than e, 0 for the same day, 1 where later.
func (d Date) Compare(e Date) int {
	if c := cmp.Compare(d.Year, e.Year); c != 0 {
		return c
	}
	if c := cmp.Compare(d.Month, e.Month); c != 0 {
		return c
	}
	return cmp.Compare(d.Day, e.Day)
}

// AddDays is the date n days later, earlier where n is negative.
func (d Date) AddDays(n int64) (Date, error) {
	sum, ok := add64(d.DayNumber(), n)
	if !ok {
		return Date{}, errYearRange
	}
	return DateOfDayNumber(sum)
}

// AddYearsMonths moves the date by calendar months. Where the month reached is
// too short for the day, the result is its last day: 2020-02-29 + P1Y is
// 2021-02-28, as XML Schema Part 2, appendix E adds durations.
func (d Date) AddYearsMonths(p YearsMonths) (Date, error) {
	sum, ok := add64(int64(d.Year)*monthsPerYear+int64(d.Month)-1, int64(p))
	year, month := floorDiv(sum, monthsPerYear)
	if !ok || year < MinYear || year > MaxYear {
		return Date{}, errYearRange
	}
	moved := Date{Year: int32(year), Month: uint8(month) + 1}
	moved.Day = min(d.Day, daysInMonth(moved.Year, moved.Month))
	return moved, nil
}

// AddDaysTime adds to midnight of the date and drops the time of day again, so
// that 2021-01-01 + PT36H is 2021-01-02 and 2021-01-02 - PT1H is 2021-01-01
// (DMN 1.5, 10.3.2.15, table of addition and subtraction).
func (d Date) AddDaysTime(p DaysTime) (Date, error) {
	days, _ := floorDiv(p.seconds, secondsPerDay)
	return d.AddDays(days)
}

// Sub is the time from e to d, in whole days.
func (d Date) Sub(e Date) DaysTime {
	return DaysTime{seconds: (d.DayNumber() - e.DayNumber()) * secondsPerDay}
}

// AtMidnight is the date and time that a date stands for where one is needed:
// 00:00:00 in UTC (DMN 1.5, 10.3.2.3.5). Differences and comparisons of a date
// with a date and time go through it.
func (d Date) AtMidnight() DateTime {
	return DateTime{Date: d, Time: Time{Zone: UTC()}}
}

// String gives the date as year-month-day, such as 2017-02-03 or -0044-03-15.
func (d Date) String() string { return string(d.Append(nil)) }

// Append appends the text of String to b.
func (d Date) Append(b []byte) []byte {
	year := int64(d.Year)
	if year < 0 {
		b, year = append(b, '-'), -year
	}
	b = appendPadded(b, year, 4)
	b = appendPadded(append(b, '-'), int64(d.Month), 2)
	return appendPadded(append(b, '-'), int64(d.Day), 2)
}

// monthLengths are the days of the months of a common year.
const monthLengths = "\x1f\x1c\x1f\x1e\x1f\x1e\x1f\x1f\x1e\x1f\x1e\x1f"

func isLeap(year int32) bool {
	return year%4 == 0 && (year%100 != 0 || year%400 == 0)
}

func daysInMonth(year int32, month uint8) uint8 {
	if month == 2 && isLeap(year) {
		return 29
	}
	return monthLengths[month-1]
}

// The calendar repeats every 400 years. Day numbers are counted in years that
// begin in March, so that the day of the leap year is the last of its year and
// the lengths of the months before a day follow one linear rule.
const (
	yearsPerEra = 400
	daysPerEra  = 146_097
	daysToEpoch = 719_468 // from 0000-03-01 to 1970-01-01
)

// The day numbers of the first day of MinYear and of the last of MaxYear.
const (
	minDayNumber = -365_243_219_162
	maxDayNumber = 365_241_780_471
)

// dayNumber counts the days from 1970-01-01 to a day that exists.
func dayNumber(year, month, day int64) int64 {
	if month <= 2 {
		year--
		month += monthsPerYear
	}
	era, ofEra := floorDiv(year, yearsPerEra)
	// March is month 3; (153m+2)/5 sums the lengths 31 30 31 30 31 31 30 …
	ofYear := (153*(month-3)+2)/5 + day - 1
	return era*daysPerEra + ofEra*365 + ofEra/4 - ofEra/100 + ofYear - daysToEpoch
}

// civil is the inverse of dayNumber, for a number within range.
func civil(n int64) Date {
	era, dayOfEra := floorDiv(n+daysToEpoch, daysPerEra)
	// Take out the leap days before the day, then 365 days are a year.
	yearOfEra := (dayOfEra - dayOfEra/1460 + dayOfEra/36524 - dayOfEra/(daysPerEra-1)) / 365
	ofYear := dayOfEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	month := (5*ofYear + 2) / 153
	day := ofYear - (153*month+2)/5 + 1
	year := era*yearsPerEra + yearOfEra
	if month += 3; month > monthsPerYear {
		month -= monthsPerYear
		year++
	}
	return Date{Year: int32(year), Month: uint8(month), Day: uint8(day)}
}

// Weekday is the day of the week, 1 for Monday to 7 for Sunday (ISO 8601).
func (d Date) Weekday() int {
	_, w := floorDiv(d.DayNumber()+3, 7) // 1970-01-01 was a Thursday
	return int(w) + 1
}

// DayOfYear is the number of the day within its year, from 1.
func (d Date) DayOfYear() int {
	return int(d.DayNumber()-dayNumber(int64(d.Year), 1, 1)) + 1
}

// WeekOfYear is the week of ISO 8601: weeks begin on Monday, and week 1 is the
// one with the year's first Thursday. The first days of January may belong to
// week 52 or 53, the last of December to week 1.
func (d Date) WeekOfYear() int {
	thursday := d.DayNumber() + int64(4-d.Weekday())
	year := int64(civil(thursday).Year)
	return int(thursday-dayNumber(year, 1, 1))/7 + 1
}

// LastDayOfMonth is the number of days in the month of the date.
func (d Date) LastDayOfMonth() int { return int(daysInMonth(d.Year, d.Month)) }

// DayOfWeek is the English name of the weekday, as day of week() gives it.
func (d Date) DayOfWeek() string {
	switch d.Weekday() {
	case 1:
		return "Monday"
	case 2:
		return "Tuesday"
	case 3:
		return "Wednesday"
	case 4:
		return "Thursday"
	case 5:
		return "Friday"
	case 6:
		return "Saturday"
	default:
		return "Sunday"
	}
}

// MonthOfYear is the English name of the month, as month of year() gives it.
func (d Date) MonthOfYear() string { return monthName(d.Month) }

func monthName(month uint8) string {
	switch month {
	case 1:
		return "January"
	case 2:
		return "February"
	case 3:
		return "March"
	case 4:
		return "April"
	case 5:
		return "May"
	case 6:
		return "June"
	case 7:
		return "July"
	case 8:
		return "August"
	case 9:
		return "September"
	case 10:
		return "October"
	case 11:
		return "November"
	case 12:
		return "December"
	}
	return "month " + strconv.Itoa(int(month))
}

package picture

import (
	"math"
	"strconv"
	"strings"
)

// scale maps values to pixels, and carries the ticks that a person reads them by.
type scale struct {
	low, high float64
	ticks     []float64
	places    int     // digits behind the point of a tick's label
	per       float64 // one unit of the labels
}

// beyond bounds what is drawn, so that arithmetic on it stays finite.
const beyond = 1e150

func bounded(v float64) float64 {
	if math.IsNaN(v) || math.Abs(v) < 1/beyond {
		return 0
	}
	return math.Max(-beyond, math.Min(beyond, v))
}

// valueScale is a scale that holds all of the values, with three to five ticks at round numbers, the ends among them.
func valueScale(low, high float64) scale {
	low, high = bounded(low), bounded(high)
	if span := high - low; span <= math.Max(math.Abs(low), math.Abs(high))*1e-9 { // as good as constant
		room := 1.0
		if size := math.Max(math.Abs(low), math.Abs(high)); size > 0 {
			room = math.Max(size*0.05, math.Min(size, 1))
		}
		low, high = low-room, high+room
	}
	step := roundStep((high - low) / 3)
	s := scale{low: math.Floor(low/step) * step, high: math.Ceil(high/step) * step, per: 1}
	n := int(math.Round((s.high - s.low) / step))
	for i := 0; i <= n; i++ {
		s.ticks = append(s.ticks, s.low+float64(i)*step)
	}
	s.places = max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	return s
}

// roundStep is the least of 1, 2, 5, 10 … that is not below a number above 0.
func roundStep(least float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, m := range []float64{1, 2, 5, 10} {
		if m*power >= least*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// timeUnits are what times are counted in, by the length of a run in seconds.
var timeUnits = []struct {
	until, seconds float64
	name           string
	steps          []float64 // in the unit
}{
	{600, 1, "s", []float64{1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 300}},
	{4 * 3600, 60, "min", []float64{1, 2, 5, 10, 15, 20, 30, 60, 120}},
	{4 * 86400, 3600, "h", []float64{1, 2, 3, 6, 12, 24, 48}},
	{math.Inf(1), 86400, "d", nil},
}

// timeScale is the scale of a run that ends at so many seconds, and its unit. It has at most so many ticks.
func timeScale(end float64, most int) (scale, string) {
	if end = bounded(end); end < 1e-9 { // a nanosecond is the least time of a run
		end = 1
	}
	s := scale{high: end, per: 1}
	for _, unit := range timeUnits {
		if end > unit.until {
			continue
		}
		s.per = unit.seconds
		length := end / unit.seconds
		step := roundStep(length / float64(most))
		if step >= 1 || length > 4 {
			for _, nice := range unit.steps {
				if length/nice <= float64(most) {
					step = nice
					break
				}
			}
		}
		s.places = max(0, -int(math.Floor(math.Log10(step)+1e-9)))
		for i := 0; float64(i)*step <= length*(1+1e-9); i++ {
			s.ticks = append(s.ticks, float64(i)*step*unit.seconds)
		}
		return s, unit.name
	}
	return s, "s"
}

// at maps a value to pixels between from and to.
func (s scale) at(v float64, from, to int) float64 {
	share := (bounded(v) - s.low) / (s.high - s.low)
	return float64(from) + math.Max(0, math.Min(1, share))*float64(to-from)
}

// label writes a tick, with as many digits as tell it from its neighbours.
func (s scale) label(tick float64) string {
	v := tick / s.per
	step := math.Pow(10, -float64(s.places))
	if len(s.ticks) > 1 {
		step = (s.ticks[1] - s.ticks[0]) / s.per
	}
	if math.Abs(v) < step*1e-6 {
		v = 0
	}
	if high := math.Max(math.Abs(s.low), math.Abs(s.high)) / s.per; v != 0 && (high >= 1e7 || step < 1e-5) {
		digits := int(math.Floor(math.Log10(math.Abs(v)))-math.Floor(math.Log10(step)+1e-9)) + 1
		return scientific(v, min(max(digits, 1), 12))
	}
	if v == 0 && step < 1e-5 {
		return "0"
	}
	return strconv.FormatFloat(v, 'f', s.places, 64)
}

// scientific writes a number with so many digits, as 1.5e9.
func scientific(v float64, digits int) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', digits-1, 64), "e")
	n, _ := strconv.Atoi(exponent)
	if strings.Contains(mantissa, ".") {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	return mantissa + "e" + strconv.Itoa(n)
}

// rounded writes a value in at most so many pixels: as it is spelt where that has room, or else with fewer digits and a
// sign that says so. A number that is cut off would look like another one.
func rounded(text string, f font, room int) row {
	if f.width(clean(text)) <= float64(room) {
		return fit(text, f, room)
	}
	exact, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return fit(text, f, room)
	}
	for digits := 9; digits > 1; digits-- {
		plain := strconv.FormatFloat(exact, 'g', digits, 64)
		if strings.Contains(plain, "e") {
			plain = scientific(exact, digits)
		}
		if again, _ := strconv.ParseFloat(plain, 64); again != exact {
			plain = "≈" + plain
		}
		if f.width(plain) <= float64(room) {
			return fit(plain, f, room)
		}
	}
	return fit(text, f, room)
}

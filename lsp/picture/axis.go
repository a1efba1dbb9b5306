package picture

import (
	"math"
	"strconv"
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
	if math.IsNaN(v) {
		return 0
	}
	return math.Max(-beyond, math.Min(beyond, v))
}

// valueScale is a scale that holds all of the values, with three to five ticks at round numbers, the ends among them.
func valueScale(low, high float64) scale {
	low, high = bounded(low), bounded(high)
	if span := high - low; span <= math.Max(math.Abs(low), math.Abs(high))*1e-9+1e-12 { // as good as constant
		room := math.Max(math.Abs(low)*0.05, 1)
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
	{600, 1, "s", []float64{1, 2, 5, 10, 15, 20, 30, 60, 120}},
	{4 * 3600, 60, "min", []float64{1, 2, 5, 10, 15, 20, 30, 60}},
	{4 * 86400, 3600, "h", []float64{1, 2, 3, 6, 12, 24}},
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

// label writes a tick.
func (s scale) label(tick float64) string {
	v := tick / s.per
	if a := math.Abs(v); a >= 1e7 || a != 0 && a < 1e-5 {
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	text := strconv.FormatFloat(v, 'f', s.places, 64)
	if text == "-0" {
		return "0"
	}
	return text
}

package units

import (
	"strings"
	"testing"
)

func TestValid(t *testing.T) {
	for _, code := range strings.Fields(`1 % m mm[Hg] cm[H2O] /min 1/min L l mL/min ug/kg/min mmol/L meq/L Cel [degF] m[iU]/mL [IU] kg/m2 10*3/uL 10^9/L
		10*-6 {beats}/min {score} /{HPF} g/dL mg/dL mL/(min.{1.73_m2}) mL/min/{1.73_m2} dyn.s/cm5 s-1 m+2 B[SPL] B[10.nV] [in_i'H2O] [in_i'Hg] %[slope] ' ''
		dam dar cd min mo a_j KiBy dB[SPL] [pH] 2.5.m kcal_th cal_[15] (m) ((m/s)/s) m(s) /m/s`) {
		want := code != "m(s)"
		if err := parseError(code); (err == "") != want {
			t.Errorf("%s: %s", code, err)
		}
	}
}

func parseError(code string) string {
	if _, err := Parse(code); err != nil {
		return err.Error()
	}
	return ""
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		code, want     string
		offset, length int
	}{
		{"", "a unit is missing here; a quantity without dimension has the unit 1", 0, 0},
		{"mmHg", `"mmHg" is no unit of UCUM`, 0, 4},
		{"L/hr", `"hr" is no unit of UCUM`, 2, 2},
		{"mm[Hg] ", `"mm[Hg] " is no unit of UCUM`, 0, 7},
		{"m//s", `a unit is missing before "/"`, 2, 1},
		{"m/", "a unit is missing at the end", 2, 0},
		{"(m", "the parenthesis is not closed", 0, 1},
		{"m)", `")" closes no parenthesis`, 1, 1},
		{"mm[Hg", "the bracket is not closed", 2, 3},
		{"{beats", "the annotation is not closed", 0, 6},
		{"{herz schläge}", "an annotation in braces holds visible ASCII characters alone", 5, 1},
		{"m{a}s", `"s" needs a . or / before it`, 4, 1},
		{"m31", `the exponent of "m31" is above 30`, 0, 3},
		{"s.m-99999999999999999999", `the exponent of "m-99999999999999999999" is above 30`, 2, 22},
		{strings.Repeat("m.", 20) + "s", "a unit of more than 20 parts is longer than any in use", 40, 1},
		{"Cel/min", "Cel is a scale with a zero of its own and stands in no product, quotient or power", 0, 7},
		{"[degF]2", "[degF] is a scale with a zero of its own and stands in no product, quotient or power", 0, 7},
		{"k[in_i]", `"k[in_i]" is no unit of UCUM`, 0, 7},
		{"1.5", "", 0, 0}, // a product: a factor is whole
		{"00", "a factor of zero measures nothing", 0, 2},
		{"-2", `"" is no unit of UCUM`, 0, 2},
		{strings.Repeat("m.", 101), "a unit of 202 characters is longer than any in use", 0, 202},
	} {
		_, err := Parse(test.code)
		if err == nil {
			if test.want != "" {
				t.Errorf("%s is a unit", test.code)
			}
			continue
		}
		e := err.(*Error)
		if e.Message != test.want || e.Offset != test.offset || e.Length != test.length {
			t.Errorf("%s: %d+%d %s, want %d+%d %s", test.code, e.Offset, e.Length, e.Message, test.offset, test.length, test.want)
		}
	}
}

func TestUsual(t *testing.T) {
	for spelling, want := range map[string]string{
		"mmHg": "mm[Hg]", "bpm": "/min", "C": "Cel", "F": "[degF]", "cmH2O": "cm[H2O]", "lpm": "L/min", "LPM": "L/min", "mcg": "ug", "IU": "[iU]",
		"mmhg": "mm[Hg]", "mm hg": "mm[Hg]", "mm[hg]": "mm[Hg]", "mm[Hg] ": "mm[Hg]", " kPa": "kPa", "°C": "Cel", "degC": "Cel", "µg": "ug", "μg/kg/min": "ug/kg/min",
		"mcg/kg/hr": "ug/kg/h", "ml/hr": "ml/h", "IU/L": "[iU]/L", "mIU/mL": "m[iU]/mL", "mEq/L": "meq/L", "mOsm/kg": "mosm/kg",
		"kg/m²": "kg/m2", "kg/m^2": "kg/m2", "10³/µL": "10*3/uL", "x10^9/L": "10^9/L", "x10⁹/l": "10*9/l", "beats/min": "/min", "beats/hr": "{beats}/h",
		"breaths per minute": "{breaths}/min", "beats per minute": "{beats}/min", "L per min": "L/min", "KG": "kg", "Kg": "kg", "CM": "cm", "hz": "Hz", "kpa": "kPa", "MM": "mm", "mM": "mmol/L", "percent": "%",
		"sec": "s", "hr-1": "h-1", "lbs": "[lb_av]", "cc/hr": "mL/h", "L/mM": "L/(mmol/L)", "dyn·s/cm⁵": "dyn.s/cm5", "N·m": "N.m", "Ω": "Ohm",
		"mm[Hg]": "", "/min": "", "kPa": "", "1": "", "m": "", "": "", " ": "", "furlongs/fortnight": "", "blob": "", "/": "", "mmHg/": "", "U": "", "min": "", "mL": "",
	} {
		got, ok := Usual(spelling)
		if got != want || ok != (want != "") {
			t.Errorf("%q: %q, want %q", spelling, got, want)
		}
	}
}

func TestCompare(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want Relation
	}{
		{"mm[Hg]", "mm[Hg]", Identical}, {"blob", "blob", Identical},
		{"mmHg", "mm[Hg]", SameMeaning}, {"/min", "1/min", SameMeaning}, {"L", "l", SameMeaning}, {"bpm", "/min", SameMeaning}, {"{beats}/min", "/min", SameMeaning},
		{"min-1", "/min", SameMeaning}, {"C", "Cel", SameMeaning}, {"F", "[degF]", SameMeaning}, {"mL", "cm3", SameMeaning}, {"mcg", "ug", SameMeaning},
		{"ug/kg/min", "ug/(kg.min)", SameMeaning}, {"%", "10*-2", SameMeaning}, {"IU", "[IU]", SameMeaning}, {"mm[Hg] ", "mm[Hg]", SameMeaning}, {"N.m", "J", SameMeaning},
		{"U", "umol/min", SameMeaning}, {"kPa", "1000.Pa", SameMeaning}, {"deg", "60.'", SameMeaning}, {"[in_i'H2O]", "254.cm[H2O]/100", SameMeaning}, {"cal", "4184.mJ", SameMeaning},
		{"[lb_av]", "16.[oz_av]", SameMeaning}, {"circ", "360.deg", SameMeaning}, {"[acr_us]", "10.[ch_us]2", SameMeaning}, {"[cup_us]", "8.[foz_us]", SameMeaning}, {"[ft_i]", "12.[in_i]", SameMeaning},
		{"kPa", "mm[Hg]", OtherSize}, {"kPa", "mmHg", OtherSize}, {"Cel", "K", OtherSize}, {"Cel", "[degF]", OtherSize}, {"F", "Cel", OtherSize}, {"g", "kg", OtherSize},
		{"mL/min", "L/min", OtherSize}, {"/min", "Hz", OtherSize}, {"%", "1", OtherSize}, {"rad", "deg", OtherSize}, {"cal", "J", OtherSize},
		{"cm[H2O]", "mm[Hg]", OtherSize}, {"[psi]", "bar", OtherSize}, {"mg/dL", "g/L", OtherSize}, {"a", "mo", OtherSize},
		{"mm[Hg]", "/min", OtherKind}, {"mmol/L", "meq/L", OtherKind}, {"mmol/L", "mg/dL", OtherKind}, {"[iU]", "U", OtherKind}, {"[iU]", "[arb'U]", OtherKind}, {"mol", "1", OtherKind},
		{"blob", "m", Unknown}, {"", "m", Unknown}, {"0.m", "m", Unknown}, {"eV", "J", Unknown},
	} {
		for _, pair := range [][2]string{{test.a, test.b}, {test.b, test.a}} {
			if got := Compare(pair[0], pair[1]); got != test.want {
				t.Errorf("%s and %s: %s, want %s", pair[0], pair[1], got, test.want)
			}
		}
	}
}

// TestTable reads every definition: the table is in order, and definitions end in base units.
func TestTable(t *testing.T) {
	for i, a := range atoms {
		if i > 0 && atoms[i-1].code >= a.code {
			t.Errorf("%s stands after %s", a.code, atoms[i-1].code)
		}
		u, err := Parse(a.code)
		if err != nil || len(u.components) != 1 || u.components[0].atom != &atoms[i] {
			t.Errorf("%s does not read as itself: %v", a.code, err)
			continue
		}
		if a.unit != "" && a.unit != "?" {
			if of, err := Parse(a.unit); err != nil {
				t.Errorf("%s is defined by %s: %v", a.code, a.unit, err)
			} else if m := of.measure(); m.unknown && a.code != "[Btu]" {
				t.Errorf("%s is defined by %s, whose size is not told", a.code, a.unit)
			}
		}
		if m := u.measure(); m.num.Sign() <= 0 || m.den.Sign() <= 0 || len(m.base) > 6 {
			t.Errorf("%s measures %+v", a.code, m)
		}
	}
	for _, list := range [][]spelling{exact[:], folded[:]} {
		for _, s := range list {
			if !Valid(s.code) {
				t.Errorf("%s is said to be %s: %s", s.text, s.code, parseError(s.code))
			}
			if got, _ := Usual(s.text); got != s.code && !Valid(s.text) {
				t.Errorf("%s gives %s, the table says %s", s.text, got, s.code)
			}
		}
	}
	for _, code := range usualCodes {
		if !Valid(code) {
			t.Errorf("%s: %s", code, parseError(code))
		}
	}
}

// FuzzUnits asks everything of any text: nothing panics, and what is suggested is a code that means the same.
func FuzzUnits(f *testing.F) {
	for _, seed := range []string{"mmHg", "mL/(min.{1.73_m2})", "10*-6.[pi]2/'", "((((m", "x10⁹/l", "m-30.m30", "[acr_us]30.y30.[acr_us]30.y30.[acr_us]30.y30.[acr_us]30.y30"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		code, ok := Usual(text)
		if ok && (!Valid(code) || Compare(text, code) > SameMeaning) {
			t.Errorf("%q suggests %q: %s", text, code, Compare(text, code))
		}
		if r := Compare(text, "m"); text != "m" && r == Identical {
			t.Errorf("%q is identical to m", text)
		}
		if Compare(text, text+" ") != Compare(text+" ", text) {
			t.Errorf("%q: the relation has a direction", text)
		}
	})
}

func BenchmarkValid(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Valid("mm[Hg]")
	}
}

func BenchmarkCompare(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Compare("mmHg", "kPa")
	}
}

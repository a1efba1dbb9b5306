package units

// spelling is a common way to write a unit, and the code for it.
type spelling struct{ text, code string }

// exact are spellings whose case matters. C and F are codes of UCUM, for the coulomb and the farad, and clinicians mean
// neither.
var exact = [...]spelling{
	{"C", "Cel"}, {"F", "[degF]"}, {"MIU", "M[iU]"}, {"USP", "[USP'U]"}, {"mM", "mmol/L"}, {"uM", "umol/L"},
	{"nM", "nmol/L"}, {"M", "mol/L"},
}

// folded are spellings whose case does not matter. Where a spelling has two senses in use it is not here: units alone may
// be international or enzyme units.
var folded = [...]spelling{
	{"mmHg", "mm[Hg]"}, {"mm Hg", "mm[Hg]"}, {"torr", "mm[Hg]"}, {"cmHg", "cm[Hg]"}, {"inHg", "[in_i'Hg]"},
	{"cmH2O", "cm[H2O]"}, {"cm H2O", "cm[H2O]"}, {"cmH20", "cm[H2O]"}, {"cmH₂O", "cm[H2O]"}, {"cm H₂O", "cm[H2O]"},
	{"mmH2O", "mm[H2O]"}, {"inH2O", "[in_i'H2O]"}, {"psi", "[psi]"}, {"bpm", "/min"}, {"beats/min", "/min"},
	{"beats", "{beats}"}, {"breaths/min", "/min"}, {"breaths", "{breaths}"}, {"brpm", "/min"}, {"rpm", "/min"},
	{"degC", "Cel"}, {"deg C", "Cel"}, {"°C", "Cel"}, {"° C", "Cel"}, {"ºC", "Cel"}, {"℃", "Cel"}, {"celsius", "Cel"},
	{"degrees celsius", "Cel"}, {"degF", "[degF]"}, {"deg F", "[degF]"}, {"°F", "[degF]"}, {"° F", "[degF]"},
	{"ºF", "[degF]"}, {"℉", "[degF]"}, {"fahrenheit", "[degF]"}, {"kelvin", "K"}, {"°", "deg"}, {"degree", "deg"},
	{"degrees", "deg"}, {"lpm", "L/min"}, {"slpm", "L/min"}, {"mcg", "ug"}, {"ugm", "ug"}, {"gm", "g"}, {"gms", "g"},
	{"gram", "g"}, {"grams", "g"}, {"mgs", "mg"}, {"kgs", "kg"}, {"kilo", "kg"}, {"kilos", "kg"}, {"kilogram", "kg"},
	{"kilograms", "kg"}, {"milligram", "mg"}, {"milligrams", "mg"}, {"microgram", "ug"}, {"micrograms", "ug"},
	{"lb", "[lb_av]"}, {"lbs", "[lb_av]"}, {"pound", "[lb_av]"}, {"pounds", "[lb_av]"}, {"oz", "[oz_av]"},
	{"ounce", "[oz_av]"}, {"ounces", "[oz_av]"}, {"grain", "[gr]"}, {"grains", "[gr]"}, {"in", "[in_i]"},
	{"inch", "[in_i]"}, {"inches", "[in_i]"}, {"ft", "[ft_i]"}, {"foot", "[ft_i]"}, {"feet", "[ft_i]"},
	{"mile", "[mi_i]"}, {"miles", "[mi_i]"}, {"yd", "[yd_i]"}, {"meter", "m"}, {"metre", "m"}, {"meters", "m"},
	{"metres", "m"}, {"centimeter", "cm"}, {"centimetre", "cm"}, {"mtr", "m"}, {"micron", "um"}, {"microns", "um"},
	{"liter", "L"}, {"litre", "L"}, {"liters", "L"}, {"litres", "L"}, {"ltr", "L"}, {"milliliter", "mL"},
	{"millilitre", "mL"}, {"milliliters", "mL"}, {"cc", "mL"}, {"ccm", "mL"}, {"floz", "[foz_us]"}, {"gtt", "[drp]"},
	{"gtts", "[drp]"}, {"drops", "[drp]"}, {"sec", "s"}, {"secs", "s"}, {"second", "s"}, {"seconds", "s"},
	{"msec", "ms"}, {"mins", "min"}, {"minute", "min"}, {"minutes", "min"}, {"hr", "h"}, {"hrs", "h"}, {"hour", "h"},
	{"hours", "h"}, {"day", "d"}, {"days", "d"}, {"week", "wk"}, {"weeks", "wk"}, {"wks", "wk"}, {"month", "mo"},
	{"months", "mo"}, {"yr", "a"}, {"yrs", "a"}, {"year", "a"}, {"years", "a"}, {"IU", "[iU]"}, {"mIU", "m[iU]"},
	{"uIU", "u[iU]"}, {"kIU", "k[iU]"}, {"CFU", "[CFU]"}, {"PFU", "[PFU]"}, {"mEq", "meq"}, {"mval", "meq"},
	{"mOsm", "mosm"}, {"Osm", "osm"}, {"mole", "mol"}, {"moles", "mol"}, {"mMol", "mmol"}, {"percent", "%"},
	{"pct", "%"}, {"vol%", "%"}, {"ppm", "[ppm]"}, {"ppb", "[ppb]"}, {"ratio", "1"}, {"unitless", "1"},
	{"score", "{score}"}, {"points", "{score}"}, {"calories", "kcal"}, {"joule", "J"}, {"joules", "J"}, {"watt", "W"},
	{"watts", "W"}, {"volt", "V"}, {"volts", "V"}, {"ohm", "Ohm"}, {"ohms", "Ohm"}, {"hertz", "Hz"}, {"METs", "[MET]"},
	{"Fr", "[Ch]"}, {"french", "[Ch]"}, {"hpf", "[HPF]"}, {"lpf", "[LPF]"}, {"dynes", "dyn"}, {"sqm", "m2"},
	{"diopter", "[diop]"}, {"dioptre", "[diop]"}, {"MET", "[MET]"}, {"pH", "[pH]"}, {"Ω", "Ohm"}, {"Ω", "Ohm"},
	{"mBar", "mbar"},
}

// usualCodes are codes that are written in the wrong case now and then.
var usualCodes = [...]string{
	"kg", "g", "mg", "ug", "ng", "pg", "L", "dL", "mL", "uL", "fL", "m", "km", "cm", "mm", "um", "nm", "s", "ms", "us", "min", "h", "d",
	"wk", "mo", "a", "Hz", "kHz", "Pa", "hPa", "kPa", "bar", "mbar", "mm[Hg]", "cm[H2O]", "mol", "mmol", "umol", "nmol", "pmol", "eq",
	"meq", "osm", "mosm", "V", "mV", "uV", "W", "J", "kJ", "cal", "kcal", "K", "Cel", "[degF]", "N", "U", "kU", "mU", "[iU]", "m[iU]",
	"u[iU]", "Bq", "MBq", "Gy", "mGy", "Sv", "mSv", "Ohm", "kat", "ukat", "deg", "rad", "[lb_av]", "[oz_av]", "[in_i]", "[ft_i]", "[drp]",
}

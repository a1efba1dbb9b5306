package decimal

import (
	"testing"

	"github.com/cockroachdb/apd/v3"
)

// Sinks keep results alive.
var (
	sink     Decimal
	sinkCond Condition
	sinkInt  int
	sinkText []byte
)

// benchPairs are operands as models have them, and long ones.
func benchPairs(b *testing.B) map[string][2]Decimal {
	return map[string][2]Decimal{
		"small": {must(b, "1234.56"), must(b, "78.90")},
		"scale": {must(b, "1234.5"), must(b, "0.0789")},
		"long":  {must(b, "1.234567890123456789012345678901234"), must(b, "0.0987654321098765432109876543210987")},
		"mixed": {must(b, "1.234567890123456789012345678901234"), must(b, "12.5")},
	}
}

func BenchmarkOperators(b *testing.B) {
	ops := []struct {
		name string
		ours func(x, y Decimal) (Decimal, Condition)
		apd  func(d, x, y *apd.Decimal) (apd.Condition, error)
	}{
		{"Add", Add, oracle.Add},
		{"Sub", Sub, oracle.Sub},
		{"Mul", Mul, oracle.Mul},
		{"Quo", Quo, oracle.Quo},
		{"Mod", Mod, nil},
	}
	for _, op := range ops {
		for _, name := range []string{"small", "scale", "mixed", "long"} {
			pair := benchPairs(b)[name]
			b.Run(op.name+"/"+name+"/ours", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					sink, sinkCond = op.ours(pair[0], pair[1])
				}
			})
			if op.apd == nil {
				continue
			}
			b.Run(op.name+"/"+name+"/apd", func(b *testing.B) {
				x, y := toAPD(pair[0]), toAPD(pair[1])
				var d apd.Decimal
				b.ReportAllocs()
				for b.Loop() {
					op.apd(&d, x, y)
				}
			})
		}
	}
}

func BenchmarkPow(b *testing.B) {
	for _, test := range []struct{ x, y string }{
		{"1.05", "12"}, {"1.0041666667", "27"}, {"1.0041666667", "-27"},
		{"1.004166666666666666666666666666667", "-360"}, {"123.456", "-300"}, {"2", "0.5"}, {"1.05", "0.3"},
	} {
		x, y := must(b, test.x), must(b, test.y)
		b.Run(test.x+"^"+test.y, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sink, sinkCond = Pow(x, y)
			}
		})
	}
}

// BenchmarkAnnuity is the instalment of a loan, amount·rate / (1 - (1+rate)^-months).
func BenchmarkAnnuity(b *testing.B) {
	b.Run("ours", func(b *testing.B) {
		amount, rate, one := must(b, "25000"), must(b, "0.0041666667"), FromInt(1)
		b.ReportAllocs()
		months := int64(12)
		for b.Loop() {
			top, _ := Mul(amount, rate)
			base, _ := Add(one, rate)
			power, _ := Pow(base, FromInt(months).Neg())
			bottom, _ := Sub(one, power)
			sink, sinkCond = Quo(top, bottom)
			if months++; months > 27 {
				months = 12
			}
		}
	})
	b.Run("apd", func(b *testing.B) {
		amount, rate, one := apd.New(25000, 0), apd.New(41666667, -10), apd.New(1, 0)
		var top, base, power, bottom, n, res apd.Decimal
		b.ReportAllocs()
		months := int64(12)
		for b.Loop() {
			oracle.Mul(&top, amount, rate)
			oracle.Add(&base, one, rate)
			n.SetInt64(-months)
			oracle.Pow(&power, &base, &n)
			oracle.Sub(&bottom, one, &power)
			oracle.Quo(&res, &top, &bottom)
			if months++; months > 27 {
				months = 12
			}
		}
	})
}

func BenchmarkOthers(b *testing.B) {
	x, y := must(b, "1234.56"), must(b, "1234.5")
	long := must(b, "1.234567890123456789012345678901234")
	text := []byte("1234.56")
	for _, test := range []struct {
		name string
		f    func()
	}{
		{"Cmp/near", func() { sinkInt = x.Cmp(y) }},
		{"Cmp/same", func() { sinkInt = x.Cmp(x) }},
		{"Parse/small", func() { sink, _ = ParseBytes(text) }},
		{"Parse/long", func() { sink, _ = Parse("1.234567890123456789012345678901234") }},
		{"Append/small", func() { sinkText = x.AppendTo(sinkText[:0]) }},
		{"Append/long", func() { sinkText = long.AppendTo(sinkText[:0]) }},
		{"Round/small", func() { sink, sinkCond = Round(x, 1, HalfEven) }},
		{"Round/long", func() { sink, sinkCond = Round(long, 2, HalfUp) }},
		{"Sqrt", func() { sink, sinkCond = Sqrt(x) }},
		{"Exp", func() { sink, sinkCond = Exp(long) }},
		{"Ln/small", func() { sink, sinkCond = Ln(x) }},
		{"Ln/long", func() { sink, sinkCond = Ln(long) }},
		{"Reduce", func() { sink = x.Reduce() }},
	} {
		b.Run(test.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				test.f()
			}
		})
	}
}

package decimal

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"
)

// decimals draws numbers as [operand] does, shrinkable by their parts.
func decimals() *rapid.Generator[Decimal] {
	return rapid.Custom(func(t *rapid.T) Decimal {
		digits := rapid.IntRange(0, Precision).Draw(t, "digits")
		_, c := div256(u256{
			w1: rapid.Uint64().Draw(t, "hi"),
			w0: rapid.Uint64().Draw(t, "lo"),
		}, pow10[digits].lo128())
		exp := rapid.OneOf(
			rapid.Int32Range(-40, 10),
			rapid.Int32Range(minExp, maxExp),
		).Draw(t, "exp")
		return Decimal{c.hi, c.lo, exp, rapid.Bool().Draw(t, "neg") && !c.isZero()}
	})
}

func TestTextReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := decimals().Draw(t, "d")
		for _, s := range []string{d.String(), d.Text()} {
			back, err := Parse(s)
			if err != nil || !back.Equal(d) {
				t.Fatalf("%q reads as %v (%v)", s, back, err)
			}
			if len(s) > maxPlain+1 {
				t.Fatalf("%q is %d characters long", s, len(s))
			}
			b, err := ParseBytes([]byte(s))
			if err != nil || b != back {
				t.Fatalf("%q reads as %v from bytes, as %v from a string", s, b, back)
			}
		}
		if d.String() != d.Reduce().String() {
			t.Fatalf("%q is not canonical", d.String())
		}
		if back, _ := Parse(d.Text()); d.exp < 0 && d.exp > -100 && back != d {
			t.Fatalf("%q lost its scale %d", d.Text(), d.Scale())
		}
		if r := d.Reduce(); !r.Equal(d) || r != r.Reduce() || valid(r) != nil {
			t.Fatalf("Reduce(%s) = %+v", d.Text(), r)
		}
	})
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := decimals().Draw(t, "x"), decimals().Draw(t, "y")
		if r := rapid.IntRange(0, 3).Draw(t, "near"); r > 0 {
			y.exp = min(max(x.exp+int32(r)*17-34, minExp), maxExp)
		}
		same := func(name string, f, g func() (Decimal, Condition)) {
			a, ca := f()
			b, cb := g()
			if !a.Equal(b) || ca != cb {
				t.Fatalf("%s: %s (%v) and %s (%v)", name, a, ca, b, cb)
			}
		}
		same("x+y = y+x", func() (Decimal, Condition) { return Add(x, y) }, func() (Decimal, Condition) { return Add(y, x) })
		same("x*y = y*x", func() (Decimal, Condition) { return Mul(x, y) }, func() (Decimal, Condition) { return Mul(y, x) })
		same("x-y = -(y-x)", func() (Decimal, Condition) { return Sub(x, y) }, func() (Decimal, Condition) {
			d, c := Sub(y, x)
			return Neg(d), c
		})
		same("(-x)/y = -(x/y)", func() (Decimal, Condition) { return Quo(x.Neg(), y) }, func() (Decimal, Condition) {
			d, c := Quo(x, y)
			return Neg(d), c
		})
		same("reduced operands", func() (Decimal, Condition) { return Quo(x, y) }, func() (Decimal, Condition) { return Quo(x.Reduce(), y.Reduce()) })
		if d, c := Sub(x, y); c == 0 && d.Sign() != x.Cmp(y) || x.Cmp(y) != -y.Cmp(x) {
			t.Fatalf("x-y = %s (%v), x.Cmp(y) = %d, y.Cmp(x) = %d", d, c, x.Cmp(y), y.Cmp(x))
		}
		if q, c := Quo(x, y); c == 0 {
			if back, c := Mul(q, y); c != 0 || !back.Equal(x) {
				t.Fatalf("x/y = %s is exact, times y is %s (%v)", q, back, c)
			}
		}
		if m, c := Mod(x, y); !c.Failed() && (m.Abs().Cmp(y.Abs()) > 0 || !m.IsZero() && m.neg != y.neg) {
			t.Fatalf("mod = %s (%v)", m, c)
		}
		if x.Equal(y) != (x.Reduce() == y.Reduce()) {
			t.Fatalf("x.Equal(y) = %v, reduced %+v and %+v", x.Equal(y), x.Reduce(), y.Reduce())
		}
	})
}

func TestRoundOracle(t *testing.T) {
	t.Parallel()
	modes := map[Rounding]apd.Rounder{
		HalfEven: apd.RoundHalfEven, HalfUp: apd.RoundHalfUp, HalfDown: apd.RoundHalfDown,
		Up: apd.RoundUp, Down: apd.RoundDown, Floor: apd.RoundFloor, Ceiling: apd.RoundCeiling,
	}
	r := rand.New(rand.NewPCG(3, 1))
	for range rounds(60_000) {
		x := operand(r)
		x.exp = int32(r.IntN(80) - 60)
		scale := int32(r.IntN(80) - 30)
		for mode, rounder := range modes {
			got, cond := Round(x, scale, mode)
			ctx := oracle
			ctx.Precision, ctx.Rounding = 200, rounder
			var want apd.Decimal
			flags, err := ctx.Quantize(&want, toAPD(x), -scale)
			if err != nil {
				t.Fatal(err)
			}
			if x.coef().digits()+int(x.exp) < -int(scale) && !x.IsZero() {
				// Below a tenth of a unit, which apd rounds to 0 in every mode.
				want.SetInt64(int64(boolInt(away(mode, x.neg, false, true, false))))
				want.Exponent, want.Negative = -scale, x.neg
			}
			if toAPD(got).Cmp(&want) != 0 || (cond == Inexact) != flags.Inexact() || valid(got) != nil {
				t.Fatalf("Round(%s, %d, %d) = %s (%v), want %v", x.Text(), scale, mode, got.Text(), cond, &want)
			}
			if got.exp != -scale && got.coef().digits()+int(got.exp+scale) <= Precision {
				t.Fatalf("Round(%s, %d, %d) = %s of scale %d", x.Text(), scale, mode, got.Text(), -got.exp)
			}
		}
	}
}

// TestQuoSubnormal checks quotients below the normal range by their definition:
// |q·y - x| <= |y|·u/2 with u = 10^minExp.
func TestQuoSubnormal(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 2))
	for range rounds(20_000) {
		x, y := operand(r).Abs(), operand(r).Abs()
		if y.IsZero() {
			continue
		}
		x.exp = int32(minExp + r.IntN(30))
		y.exp = int32(r.IntN(30))
		q, cond := Quo(x, y)
		if q.coef().digits()+int(q.exp) > minAdjusted {
			continue
		}
		// In units of 10^(minExp-1).
		const shift = -minExp + 1
		qy := new(big.Int).Mul(scaled(q, shift), scaled(y, 0))
		gap := qy.Sub(qy, scaled(x, shift))
		half := new(big.Int).Mul(scaled(y, 0), big.NewInt(5))
		if order := gap.CmpAbs(half); order > 0 || order == 0 && scaled(q, -minExp).Bit(0) == 1 {
			t.Fatalf("Quo(%s, %s) = %s (%v) is not the nearest", x, y, q, cond)
		}
		if inexact := gap.Sign() != 0; inexact != (cond == Inexact|Underflow) || !inexact && cond != 0 {
			t.Fatalf("Quo(%s, %s) = %s, gap %v, with %v", x, y, q, gap, cond)
		}
	}
}

func TestModOracle(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	for range rounds(100_000) {
		x, y := operand(r), operand(r)
		x.exp, y.exp = int32(r.IntN(300)-150), int32(r.IntN(300)-150)
		if y.IsZero() {
			continue
		}
		got, cond := Mod(x, y)
		by := scaled(y, 150)
		want := new(big.Int).Mod(scaled(x, 150), by) // Euclid's, never negative
		if y.neg && want.Sign() != 0 {
			want.Add(want, by)
		}
		exact := scaled(got, 150).Cmp(want) == 0
		if exact != (cond == 0) {
			t.Fatalf("Mod(%s, %s) = %s (%v), want %v", x.Text(), y.Text(), got.Text(), cond, want)
		}
		if !exact {
			wanted := apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(want), -150)
			flags, _ := oracle.Round(wanted, wanted)
			if !agree(t, "Mod", x, y, got, cond, wanted, flags) {
				return
			}
		}
	}
}

func TestCmpOracle(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range rounds(300_000) {
		x := operand(r)
		y := near(r, x)
		if r.IntN(4) == 0 { // the same number in another form, or its neighbour
			y = x.Reduce()
			if r.IntN(2) == 0 {
				y, _ = Add(y, Decimal{lo: 1, exp: x.exp})
			}
		}
		if got, want := x.Cmp(y), toAPD(x).Cmp(toAPD(y)); got != want || x.Equal(y) != (want == 0) {
			t.Fatalf("(%s).Cmp(%s) = %d, want %d", x.Text(), y.Text(), got, want)
		}
	}
}

func TestConversions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 5))
	for range rounds(50_000) {
		x := operand(r)
		if r.IntN(2) == 0 {
			x.exp = int32(r.IntN(60) - 40)
		}
		want, _ := strconv.ParseFloat(x.Text(), 64)
		if got := x.Float64(); got != want {
			t.Fatalf("(%s).Float64() = %v, want %v", x.Text(), got, want)
		}
		if int(x.exp) > 100 || int(x.exp) < -100 {
			continue
		}
		whole, rest := new(big.Int).QuoRem(scaled(x, 100), pow(100), new(big.Int))
		if got := x.IsInteger(); got != (rest.Sign() == 0) {
			t.Fatalf("(%s).IsInteger() = %v", x.Text(), got)
		}
		got, exact := x.Int64()
		if whole.IsInt64() && got != whole.Int64() && x.exp >= -Precision || exact != (whole.IsInt64() && rest.Sign() == 0) {
			t.Fatalf("(%s).Int64() = %d, %v", x.Text(), got, exact)
		}
		i := int64(r.Uint64())
		if got, exact := FromInt(i).Int64(); got != i || !exact {
			t.Fatalf("FromInt(%d).Int64() = %d", i, got)
		}
	}
}

// TestDivision checks the two kernels of division against math/big.
func TestDivision(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 6))
	edge := func() uint64 { // words that make quotient digits hard to estimate
		switch r.IntN(4) {
		case 0:
			return 0
		case 1:
			return ^uint64(0) >> r.IntN(2)
		case 2:
			return 1 << 63
		}
		return r.Uint64() >> r.IntN(64)
	}
	for range rounds(100_000) {
		d := u128{edge(), edge()}
		if d.isZero() {
			continue
		}
		n := u256{edge(), edge(), edge(), edge()}
		_, top := div256(u256{w1: n.w3, w0: n.w2}, d)
		n.w3, n.w2 = top.hi, top.lo
		q, rem := div256(n, d)
		want, wantRem := new(big.Int).QuoRem(big256(n), bigCoef(d), new(big.Int))
		if want.Cmp(bigCoef(q)) != 0 || wantRem.Cmp(bigCoef(rem)) != 0 {
			t.Fatalf("%x / %x = %x, %x", n, d, q, rem)
		}

		k := 1 + r.IntN(maxDrop)
		n = scaleUp(random(r, Precision), k)
		if p := random(r, k); r.IntN(2) == 0 {
			n = n.add128(p)
		} else if m, borrow := n.sub(u256{w0: 1 + p.lo&1}); borrow == 0 {
			n = m
		}
		q, rem = divPow10(n, k)
		want.QuoRem(big256(n), pow(k), wantRem)
		if want.Cmp(bigCoef(q)) != 0 || wantRem.Cmp(bigCoef(rem)) != 0 {
			t.Fatalf("%x / 10^%d = %x, %x", n, k, q, rem)
		}
	}
}

func big256(n u256) *big.Int {
	b := bigCoef(u128{n.w3, n.w2})
	return b.Lsh(b, 128).Add(b, bigCoef(n.lo128()))
}

// TestGuard checks that guard arithmetic cuts off less than its units.
func TestGuard(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 7))
	mantissa := func(g guard) *big.Int { return big256(u256{0, g.m2, g.m1, g.m0}) }
	word := func() uint64 {
		switch r.IntN(3) {
		case 0:
			return r.Uint64N(3)
		case 1:
			return ^r.Uint64N(3)
		}
		return r.Uint64()
	}
	for range rounds(100_000) {
		f := guard{word() | 1<<63, word(), word(), 0}
		g := guard{word() | 1<<63, word(), word(), 0}
		p := f.mul(g)
		want := new(big.Int).Mul(mantissa(f), mantissa(g))
		got := mantissa(p)
		got.Lsh(got, uint(p.exp))
		if gap := want.Sub(want, got); gap.Sign() < 0 || gap.BitLen() > p.exp+4 || p.m2>>63 == 0 {
			t.Fatalf("%x · %x = %x", f, g, p)
		}
		inv := g.inverse()
		one := new(big.Int).Lsh(big.NewInt(1), uint(-inv.exp))
		one.Sub(one, new(big.Int).Mul(mantissa(inv), mantissa(g)))
		if one.Sign() < 0 || one.Cmp(mantissa(g)) >= 0 || inv.m2>>63 == 0 {
			t.Fatalf("1 / %x = %x", g, inv)
		}
	}
}

func TestDigits(t *testing.T) {
	for n := range 257 {
		p := new(big.Int).Lsh(big.NewInt(1), uint(n))
		if got, want := digitsBelow(n), len(p.String())-1; got != want {
			t.Errorf("digitsBelow(%d) = %d, want %d", n, got, want)
		}
	}
	for k := range 77 {
		if got := pow10[k].digits(); got != k+1 {
			t.Errorf("10^%d has %d digits", k, got)
		}
		less, _ := pow10[k].sub(u256{w0: 1})
		if got := less.digits(); got != k {
			t.Errorf("10^%d-1 has %d digits", k, got)
		}
	}
}

// TestGuardedReals compares the guarded computation of exp, ln and powers with the one of
// math/big, and counts how often it refuses.
func TestGuardedReals(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 8))
	refused, n := 0, rounds(2_000)
	for range n {
		x := operand(r)
		x.exp = int32(-x.coef().digits() - r.IntN(8) + 4)
		if x.IsZero() {
			continue
		}
		z, units := toGuard(x)
		e, units := expGuard(x.neg, z, units)
		if got, _, ok := e.round(false, 0, units); !ok {
			refused++
		} else if want, _ := expBig(x); got != want {
			t.Fatalf("exp(%s) = %s, want %s", x, got, want)
		}

		x = operand(r).Abs()
		switch r.IntN(4) {
		case 0: // near 1
			x, _ = Add(FromInt(1), Decimal{lo: r.Uint64N(1 << 40), exp: -int32(12 + r.IntN(20)), neg: r.IntN(2) == 0})
		case 1, 2:
			x.exp = int32(-x.coef().digits() + r.IntN(4))
		}
		if x.Sign() <= 0 || x.Equal(FromInt(1)) {
			continue
		}
		neg, l, units, ok := lnGuard(x)
		if !ok {
			t.Fatalf("no estimate of ln(%s)", x)
		}
		if got, _, ok := l.round(neg, 0, units); !ok {
			refused++
		} else if want, _ := lnBig(x); got != want {
			t.Fatalf("ln(%s) = %s, want %s", x, got, want)
		}
	}
	for range n / 4 { // powers, of bases near 1 too
		x, _ := Add(FromInt(1), Decimal{lo: r.Uint64N(1 << 40), exp: -int32(13 + r.IntN(10)), neg: r.IntN(2) == 0})
		y := Decimal{lo: r.Uint64N(1<<32-1) + 1, neg: r.IntN(2) == 0}
		if r.IntN(2) == 0 {
			x.lo, y.exp = x.lo^r.Uint64N(1<<50), -9
		}
		got, cond := Pow(x, y)
		if cond != Inexact {
			continue // out of range, which the oracle sees
		}
		if want, _ := powBig(x, y); got != want {
			t.Fatalf("%s ^ %s = %s, want %s", x, y, got, want)
		}
	}
	if refused > n/1000 {
		t.Errorf("%d of %d refused", refused, 2*n)
	}
}

func TestNoAllocation(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	x, y := must(t, "1.234567890123456789012345678901234"), must(t, "-12.5")
	buf := make([]byte, 0, 64)
	for name, f := range map[string]func(){
		"Add":      func() { Add(x, y) },
		"Mul":      func() { Mul(x, y) },
		"Quo":      func() { Quo(x, y) },
		"Mod":      func() { Mod(x, y) },
		"Pow":      func() { Pow(x, y) },
		"Sqrt":     func() { Sqrt(x) },
		"Exp":      func() { Exp(x) },
		"Ln":       func() { Ln(x) },
		"Round":    func() { Round(x, 2, HalfUp) },
		"Cmp":      func() { x.Cmp(y) },
		"AppendTo": func() { buf = x.AppendTo(buf[:0]) },
		"Parse":    func() { Parse("-1234567890123456789012345.678e-3") },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

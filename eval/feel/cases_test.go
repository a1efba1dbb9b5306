package feel_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/feel/decimal"
)

// expressionCase is a line of expressions.jsonl.
type expressionCase struct {
	ID         string
	Tier       int
	Expression string
	Context    json.RawMessage
	Functions  json.RawMessage
	Lets       []struct {
		Name, Expression string
		Type             json.RawMessage
	}
	Types      json.RawMessage
	ResultType json.RawMessage `json:"result_type"`
	Expected   json.RawMessage
	ErrorOK    bool `json:"error_ok"`
}

// sharedCases opens a file of the shared cases or skips the test; LSP_REQUIRE_TOOLS turns the skip into a failure.
func sharedCases(t *testing.T, name string) *os.File {
	t.Helper()
	dir := os.Getenv("LSP_CASES")
	f, err := os.Open(filepath.Join(dir, name))
	if dir == "" || err != nil {
		if os.Getenv("LSP_REQUIRE_TOOLS") != "" {
			t.Fatalf("LSP_CASES names no folder with %s", name)
		}
		t.Skipf("LSP_CASES names no folder with %s", name)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// TestExpressionCases runs the converted cases of the public DMN test kit. LSP_VERBOSE lists the failures.
func TestExpressionCases(t *testing.T) {
	f := sharedCases(t, "feel/expressions.jsonl")
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<24)
	total, passed := map[int]int{}, map[int]int{}
	var failures []string
	for sc.Scan() {
		var c expressionCase
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		total[c.Tier]++
		got, want, ok := runCase(&c)
		if ok {
			passed[c.Tier]++
		} else {
			failures = append(failures, fmt.Sprintf("tier %d %s: %s\n   got  %s\n   want %s", c.Tier, c.ID, c.Expression, got, want))
		}
	}
	if os.Getenv("LSP_VERBOSE") != "" {
		for _, s := range failures {
			t.Log(s)
		}
	}
	all, good := 0, 0
	for tier := 1; tier <= 3; tier++ {
		t.Logf("tier %d: %d of %d", tier, passed[tier], total[tier])
		all, good = all+total[tier], good+passed[tier]
	}
	t.Logf("all: %d of %d", good, all)
	atLeast := func(what string, good, all int, share float64) {
		if float64(good) < share*float64(all) {
			t.Errorf("%s: %d of %d cases, less than %.1f %%", what, good, all, share*100)
		}
	}
	atLeast("tier 1", passed[1], total[1], 0.99)
}

func runCase(c *expressionCase) (got, want string, ok bool) {
	types := map[string]*feel.Type{}
	named := func(n string) *feel.Type { return types[n] }
	each(c.Types, func(name string, raw json.RawMessage) {
		types[name], _ = feel.TypeFromJSON(raw, named)
	})
	var symbols []*feel.Symbol
	m := &feel.Machine{}
	set := func(s *feel.Symbol, v feel.Value) {
		s.Slot = len(symbols)
		symbols = append(symbols, s)
		m.Globals = append(m.Globals, v)
	}
	each(c.Context, func(name string, raw json.RawMessage) {
		v, err := feel.FromTypedJSON(raw)
		if err != nil {
			panic(err)
		}
		s := &feel.Symbol{Name: name, Kind: feel.InputSymbol, Typ: v.Type()}
		var d struct{ Declared json.RawMessage }
		if json.Unmarshal(raw, &d) == nil && d.Declared != nil {
			if dt, err := feel.TypeFromJSON(d.Declared, named); err == nil {
				s.Typ = dt
			}
		}
		if s.Typ.Kind == feel.NullType {
			s.Typ = feel.Any
		}
		set(s, v)
	})
	type fn struct {
		Params  json.RawMessage
		Returns json.RawMessage
		Body    json.RawMessage
		Let     json.RawMessage
	}
	compileFns := []func(*feel.Scope){}
	each(c.Functions, func(name string, raw json.RawMessage) {
		var d fn
		if err := json.Unmarshal(raw, &d); err != nil {
			panic(err)
		}
		var params []feel.Field
		layout := &feel.Layout{}
		var locals []*feel.Symbol
		each(d.Params, func(p string, raw json.RawMessage) {
			pt, err := feel.TypeFromJSON(raw, named)
			if err != nil {
				pt = feel.Any
			}
			params = append(params, feel.Field{Name: p, Type: pt})
			locals = append(locals, &feel.Symbol{Name: p, Kind: feel.ParamSymbol, Slot: layout.Slot(), Typ: pt})
		})
		result, err := feel.TypeFromJSON(d.Returns, named)
		if err != nil {
			result = feel.Any
		}
		s := &feel.Symbol{Name: name, Kind: feel.FunctionSymbol, Typ: feel.FunctionOf(params, result)}
		set(s, feel.Value{})
		compileFns = append(compileFns, func(globals *feel.Scope) {
			var body string
			if json.Unmarshal(d.Body, &body) != nil {
				return
			}
			e := feel.Parse(body, &feel.Env{Globals: globals, Locals: feel.NewScope(locals), Types: named, Layout: layout})
			p := feel.Compile(e, feel.Origin{Address: name}, layout.Size())
			m.Globals[s.Slot] = feel.NewFunction(name, params, result, layout.Size(), p.RunIn)
		})
	})
	m.Ready = make([]bool, len(symbols))
	for i := range m.Ready {
		m.Ready[i] = true
	}
	ready := m.Ready
	now := func() time.Time { return time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC) }
	m.Ready = nil
	m.Reset(context.Background(), now)
	m.Ready = ready
	scope := feel.NewScope(symbols)
	for _, f := range compileFns {
		f(scope)
	}
	for _, l := range c.Lets {
		v, vt := evaluate(m, l.Expression, scope, l.Type, named)
		if l.Type == nil {
			vt = v.Type()
		}
		m.Ready = append(m.Ready, true)
		set(&feel.Symbol{Name: l.Name, Kind: feel.DecisionSymbol, Typ: vt}, v)
		scope = feel.NewScope(symbols)
		for _, f := range compileFns {
			f(scope)
		}
	}
	v, _ := evaluate(m, c.Expression, scope, c.ResultType, named)
	w, err := feel.FromTypedJSON(c.Expected)
	if err != nil {
		panic(err)
	}
	return v.Literal(), w.Literal(), sameValue(v, w)
}

func evaluate(m *feel.Machine, text string, scope *feel.Scope, result json.RawMessage, named func(string) *feel.Type) (feel.Value, *feel.Type) {
	layout := &feel.Layout{}
	e := feel.Parse(text, &feel.Env{Globals: scope, Types: named, Layout: layout})
	if e.Broken() {
		return feel.Value{}, feel.Any
	}
	v := feel.Compile(e, feel.Origin{}, layout.Size()).Run(m)
	vt := e.Type
	if result != nil && string(result) != "null" {
		if rt, err := feel.TypeFromJSON(result, named); err == nil {
			v, _ = v.Convert(rt)
			vt = rt
		}
	}
	return v, vt
}

// each walks the members of a JSON object in order.
func each(raw json.RawMessage, f func(string, json.RawMessage)) {
	if len(raw) == 0 || string(raw) == "null" {
		return
	}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.Token()
	for d.More() {
		k, _ := d.Token()
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			panic(err)
		}
		f(k.(string), v)
	}
}

// sameValue compares as the kit does: numbers within 1e-8, everything else exactly.
func sameValue(a, b feel.Value) bool {
	x, ok1 := a.Number()
	y, ok2 := b.Number()
	if ok1 && ok2 {
		d, _ := decimal.Sub(x, y)
		return d.Abs().Cmp(decimal.New(1, -8)) <= 0
	}
	if xs, ok := a.Items(); ok {
		ys, ok := b.Items()
		if !ok || len(xs) != len(ys) {
			return false
		}
		for i := range xs {
			if !sameValue(xs[i], ys[i]) {
				return false
			}
		}
		return true
	}
	if xo, ok := a.Object(); ok {
		yo, ok := b.Object()
		if !ok || xo.Len() != yo.Len() {
			return false
		}
		for i := range xo.Len() {
			n, v := xo.At(i)
			w, ok := yo.Get(n)
			if !ok || !sameValue(v, w) {
				return false
			}
		}
		return true
	}
	return a.Kind() == b.Kind() && a.Literal() == b.Literal()
}

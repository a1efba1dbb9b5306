package analysis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/scenariolsp/lsp/analysis"
)

// TestScenariosTogether checks the documents of each archive all at once: the findings are those of one after another.
func TestScenariosTogether(t *testing.T) {
	for _, a := range scenarioArchives(t) {
		one, many := a.scenarios(), a.scenarios()
		found := make([][]analysis.Diagnostic, len(many.docs))
		var wait sync.WaitGroup
		for i, d := range slices.Backward(many.docs) {
			wait.Go(func() {
				found[i], _ = d.Diagnostics(context.Background())
				d.Occurrences()
				d.Scenario(context.Background())
			})
		}
		wait.Wait()
		for i, d := range one.docs {
			if diff := cmp.Diff(diagnostics(t, d), found[i]); diff != "" {
				t.Errorf("%s: %s:\n%s", a.name, d.Name, diff)
			}
		}
	}
}

// TestScenarioDamage takes a member or element out of the documents of the archives, or puts another value there:
// everything still answers, and the same question is answered the same twice.
func TestScenarioDamage(t *testing.T) {
	archives := scenarioArchives(t)
	rapid.Check(t, func(rt *rapid.T) {
		f := rapid.SampledFrom(archives).Draw(rt, "archive").scenarios()
		d := rapid.SampledFrom(f.docs).Draw(rt, "document")
		var value any
		if json.Unmarshal(d.Text, &value) != nil {
			return
		}
		for range rapid.IntRange(1, 3).Draw(rt, "damages") {
			value = damaged(rt, value)
		}
		text, _ := json.Marshal(value)
		first := analysis.Open(analysis.Source{Name: d.Name, Text: text, Kind: d.Kind}, f, nil)
		exercise(t, first)
		again := analysis.Open(analysis.Source{Name: d.Name, Text: text, Kind: d.Kind}, f, nil)
		if diff := cmp.Diff(diagnostics(t, first), diagnostics(t, again)); diff != "" {
			rt.Fatalf("the same document is found otherwise the second time:\n%s", diff)
		}
	})
}

// damaged changes one place of a value.
func damaged(t *rapid.T, v any) any {
	other := rapid.SampledFrom([]any{nil, true, 5, "spo2", []any{}, map[string]any{}, []any{map[string]any{"id": "x"}}})
	switch v := v.(type) {
	case map[string]any:
		if len(v) == 0 {
			return other.Draw(t, "value")
		}
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		k := rapid.SampledFrom(keys).Draw(t, "member")
		switch rapid.IntRange(0, 5).Draw(t, "damage") {
		case 0:
			delete(v, k)
		case 1:
			v[k] = other.Draw(t, "value")
		default:
			v[k] = damaged(t, v[k])
		}
		return v
	case []any:
		if len(v) == 0 {
			return append(v, other.Draw(t, "value"))
		}
		i := rapid.IntRange(0, len(v)-1).Draw(t, "element")
		switch rapid.IntRange(0, 5).Draw(t, "damage") {
		case 0:
			return slices.Delete(v, i, i+1)
		case 1:
			return append(v, v[i])
		default:
			v[i] = damaged(t, v[i])
		}
		return v
	}
	return other.Draw(t, "value")
}

// TestOverridesAsValues applies random overrides to a library and compares its export with what the same replacements
// make of the values.
func TestOverridesAsValues(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(rt, "flags")
		var flags []any
		for i := range n {
			flags = append(flags, map[string]any{"id": "f" + strconv.Itoa(i), "x": someValue(rt, 3), "y/~": someValue(rt, 2)})
		}
		lib, _ := json.Marshal(map[string]any{"scenarioId": "lib", "revision": 1, "flags": flags})
		want := clone(flags).([]any)
		var overrides []any
		seen := map[string]bool{}
		for range rapid.IntRange(1, 6).Draw(rt, "overrides") {
			i := rapid.IntRange(0, n-1).Draw(rt, "flag")
			flag := want[i].(map[string]any)
			member := rapid.SampledFrom([]string{"x", "y/~"}).Draw(rt, "member")
			path, set := somePlace(rt, flag, member)
			if key := fmt.Sprint(i, path); seen[key] {
				continue // a second override of one place is an error
			} else {
				seen[key] = true
			}
			value := someValue(rt, 2)
			set(clone(value))
			o := map[string]any{"targetId": "f" + strconv.Itoa(i), "path": path, "value": value}
			if rapid.Bool().Draw(rt, "by document") {
				o["targetId"], o["path"] = "lib", "/flags/"+strconv.Itoa(i)+path
			}
			overrides = append(overrides, o)
		}
		user, _ := json.Marshal(map[string]any{"scenarioId": "user", "revision": 1, "dependencies": []any{map[string]any{"id": "lib", "scenarioId": "lib", "revision": 1, "sha256": "SHA"}},
			"composition": map[string]any{"overrides": overrides}})
		f := openScenarios([]string{"lib", "user"}, [][]byte{lib, []byte(strings.Replace(string(user), `"SHA"`, `"{{sha256 lib}}"`, 1))})
		out, why := f.named("user").Export(t.Context())
		if why != nil {
			rt.Fatalf("not exported: %s\n%s\n%s", why.Message, lib, user)
		}
		var got struct{ Flags []any }
		if err := json.Unmarshal(out, &got); err != nil {
			rt.Fatalf("%v in %s", err, out)
		}
		if diff := cmp.Diff(clone(want), any(got.Flags)); diff != "" {
			rt.Fatalf("%s\n%s\n%s", diff, lib, user)
		}
	})
}

func someValue(t *rapid.T, depth int) any {
	switch k := rapid.IntRange(0, 5).Draw(t, "sort"); {
	case k == 0 && depth > 0:
		out := map[string]any{}
		for range rapid.IntRange(0, 3).Draw(t, "members") {
			out[rapid.SampledFrom([]string{"a", "b/c", "~", "", "0"}).Draw(t, "name")] = someValue(t, depth-1)
		}
		return out
	case k == 1 && depth > 0:
		out := []any{}
		for range rapid.IntRange(0, 3).Draw(t, "elements") {
			out = append(out, someValue(t, depth-1))
		}
		return out
	case k == 2:
		return nil
	case k == 3:
		return true
	case k == 4:
		return float64(rapid.IntRange(0, 99).Draw(t, "number"))
	}
	return rapid.SampledFrom([]string{"", "text", "ü\"\\\n"}).Draw(t, "text")
}

// somePlace walks from a member of a value to a random place below, and returns its pointer and how to replace it.
func somePlace(t *rapid.T, holder map[string]any, member string) (path string, set func(any)) {
	escape := strings.NewReplacer("~", "~0", "/", "~1").Replace
	path, set = "/"+escape(member), func(v any) { holder[member] = v }
	at := holder[member]
	for rapid.Bool().Draw(t, "deeper") {
		switch v := at.(type) {
		case map[string]any:
			var keys []string
			for k := range v {
				keys = append(keys, k)
			}
			if len(keys) == 0 {
				return path, set
			}
			slices.Sort(keys)
			k := rapid.SampledFrom(keys).Draw(t, "name")
			path, at, set = path+"/"+escape(k), v[k], func(x any) { v[k] = x }
		case []any:
			if len(v) == 0 {
				return path, set
			}
			i := rapid.IntRange(0, len(v)-1).Draw(t, "index")
			path, at, set = path+"/"+strconv.Itoa(i), v[i], func(x any) { v[i] = x }
		default:
			return path, set
		}
	}
	return path, set
}

func clone(v any) any {
	text, _ := json.Marshal(v)
	var out any
	_ = json.Unmarshal(text, &out)
	return out
}

// BenchmarkScenario analyses a scenario of many effects from its text.
func BenchmarkScenario(b *testing.B) {
	var s strings.Builder
	s.WriteString(`{"scenarioId": "big", "revision": 1, "variables": [{"id": "v", "unit": "%", "initial": 1}], "events": {"conditions": [], "effects": [`)
	const effects = 2000
	for i := range effects {
		if i > 0 {
			s.WriteString(",\n")
		}
		fmt.Fprintf(&s, `{"id": "e%d", "kind": "set-variable", "targetId": "v", "value": %d, "unit": "%%"}`, i, i)
	}
	s.WriteString(`], "schedules": [`)
	for i := range effects {
		if i > 0 {
			s.WriteString(",\n")
		}
		fmt.Fprintf(&s, `{"id": "s%d", "atSeconds": %d, "effectIds": ["e%d"]}`, i, i, i)
	}
	s.WriteString("]}}")
	text := []byte(s.String())
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		d := analysis.Open(analysis.Source{Name: "big.scenario.json", Text: text}, nil, nil)
		if found, _ := d.Diagnostics(context.Background()); len(found) != 0 {
			b.Fatal(found[0].Message)
		}
	}
}

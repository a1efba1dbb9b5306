package model

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/scenariolsp/lsp/eval/feel"
)

// Receipt is what an evaluation found and why (model-format.md, "Receipts"). It embeds neither the model nor its notes.
type Receipt struct {
	Model     Identity  // set by the caller
	State     Identity  // set by the caller; empty where there was no state
	Answers   []Answer  // of questions, in the order asked
	Decisions []Decided // in the order they were finished: what a decision reads stands before it
	Inputs    []Used    // read by any decision, in the model's order
	Missing   []string  // names of inputs that were needed and absent, in the order they were met
	Elapsed   time.Duration
	Limit     *feel.LimitError // the first that a decision ran into, which is null for it; nil where none did
	// Dropped counts explained nulls beyond those kept.
	Dropped int
}

// Identity names a document and its bytes.
type Identity struct {
	Path   string
	SHA256 string // lowercase hex; empty where unknown
}

// Answer is the value of a question.
type Answer struct {
	Question string
	Value    feel.Value
}

// Named is a let entry's value.
type Named struct {
	Name  string
	Value feel.Value
}

// Used is a value that was read.
type Used struct {
	Address string
	Value   feel.Value
}

// Decided is the value of a decision and its reasons.
type Decided struct {
	Name  string
	Value feel.Value
	Type  string // as the author would write it
	Rule  int    // 1-based; 0 where no table, no rule or several rules gave the value
	Rules []int  // 1-based, for hit policies that take several
	Let   []Named
	Uses  []Used
	Nulls []NullCause

	reads []int
}

// NullCause explains a null that came out of a mistake.
type NullCause struct {
	Message    string
	Address    string // of the expression's declaration or rule
	Ref        int    // the caller's number of the text
	Start, End int    // byte offsets in the expression's text
}

// Address returns the decision's address.
func (d *Decided) Address() string { return Address("decisions", d.Name) }

// receipt gathers what the run found.
func (r *run) receipt(ask Ask) *Receipt {
	p := r.p
	rec := &Receipt{Missing: r.missing}
	causes, dropped := r.m.Nulls()
	rec.Dropped = dropped
	inputs := make([]bool, len(p.inputs))
	for _, d := range r.decided {
		for _, slot := range d.reads {
			s := p.symbols[slot]
			switch s.Kind {
			case feel.InputSymbol:
				if slices.Contains(r.missing, s.Name) {
					continue
				}
				inputs[slot] = true
				d.Uses = append(d.Uses, Used{Address("inputs", s.Name), r.m.Globals[slot]})
			case feel.DecisionSymbol:
				d.Uses = append(d.Uses, Used{Address("decisions", s.Name), r.m.Globals[slot]})
			}
		}
		for _, c := range causes {
			if within(c.Origin.Address, d.Address()) {
				d.Nulls = append(d.Nulls, NullCause{c.Message, c.Origin.Address, c.Origin.Ref, c.Span.Start, c.Span.End})
			}
		}
		rec.Decisions = append(rec.Decisions, *d)
	}
	r.functionCauses(rec, causes)
	for i, read := range inputs {
		if read {
			rec.Inputs = append(rec.Inputs, Used{Address("inputs", p.inputs[i].Name), r.m.Globals[i]})
		}
	}
	for _, q := range ask.Questions {
		if slot, ok := p.byName[q]; ok {
			rec.Answers = append(rec.Answers, Answer{q, r.m.Globals[slot]})
		}
	}
	return rec
}

// functionCauses files the causes that arose inside functions under the decisions whose value they made null: those
// that have no cause of their own and call functions.
func (r *run) functionCauses(rec *Receipt, causes []feel.Cause) {
	for _, c := range causes {
		if !strings.HasPrefix(c.Origin.Address, "functions.") {
			continue
		}
		for i := range rec.Decisions {
			d := &rec.Decisions[i]
			if slices.ContainsFunc(d.reads, func(slot int) bool { return r.p.symbols[slot].Kind == feel.FunctionSymbol }) {
				d.Nulls = append(d.Nulls, NullCause{c.Message, c.Origin.Address, c.Origin.Ref, c.Span.Start, c.Span.End})
			}
		}
	}
}

// within reports whether an address is that of a declaration or of something in it.
func within(address, declaration string) bool {
	n := len(declaration)
	return len(address) >= n && address[:n] == declaration && (len(address) == n || address[n] == '.')
}

// Decision returns what was found of a decision, or nil.
func (r *Receipt) Decision(name string) *Decided {
	for i := range r.Decisions {
		if r.Decisions[i].Name == name {
			return &r.Decisions[i]
		}
	}
	return nil
}

// MarshalJSON writes the receipt in the form of cli.md, "lsp eval".
func (r *Receipt) MarshalJSON() ([]byte, error) {
	b := []byte(`{"version":1,"model":`)
	b = appendIdentity(b, r.Model)
	if r.State != (Identity{}) {
		b = appendIdentity(append(b, `,"state":`...), r.State)
	}
	b = append(b, `,"answers":{`...)
	for i, a := range r.Answers {
		b = member(b, i, a.Question)
		b = a.Value.AppendJSON(b)
	}
	b = append(b, `},"decisions":{`...)
	for i := range r.Decisions {
		b = member(b, i, r.Decisions[i].Name)
		b = r.Decisions[i].append(b)
	}
	b = append(b, `},"inputs":{`...)
	for i, u := range r.Inputs {
		parts, _ := SplitAddress(u.Address)
		b = member(b, i, parts[len(parts)-1])
		b = u.Value.AppendJSON(b)
	}
	b = append(b, `},"missing":[`...)
	for i, m := range r.Missing {
		if i > 0 {
			b = append(b, ',')
		}
		b = feel.AppendJSONString(b, m)
	}
	b = append(b, `],"elapsedMicros":`...)
	b = strconv.AppendInt(b, r.Elapsed.Microseconds(), 10)
	return append(b, '}'), nil
}

func appendIdentity(b []byte, id Identity) []byte {
	b = feel.AppendJSONString(append(b, `{"path":`...), id.Path)
	if id.SHA256 != "" {
		b = feel.AppendJSONString(append(b, `,"sha256":`...), id.SHA256)
	}
	return append(b, '}')
}

func member(b []byte, i int, name string) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return append(feel.AppendJSONString(b, name), ':')
}

// append writes the decision's part of a receipt.
func (d *Decided) append(b []byte) []byte {
	b = d.Value.AppendJSON(append(b, `{"value":`...))
	b = feel.AppendJSONString(append(b, `,"type":`...), d.Type)
	if d.Rule > 0 {
		b = strconv.AppendInt(append(b, `,"rule":`...), int64(d.Rule), 10)
	}
	if len(d.Rules) > 0 {
		rules, _ := json.Marshal(d.Rules) // integers always marshal
		b = append(append(b, `,"rules":`...), rules...)
	}
	b = append(b, `,"let":{`...)
	for i, l := range d.Let {
		b = l.Value.AppendJSON(member(b, i, l.Name))
	}
	b = append(b, `},"uses":{`...)
	for i, u := range d.Uses {
		b = u.Value.AppendJSON(member(b, i, u.Address))
	}
	b = append(b, `},"nulls":[`...)
	for i, n := range d.Nulls {
		if i > 0 {
			b = append(b, ',')
		}
		b = feel.AppendJSONString(append(b, `{"message":`...), n.Message)
		b = feel.AppendJSONString(append(b, `,"address":`...), n.Address)
		b = strconv.AppendInt(append(b, `,"start":`...), int64(n.Start), 10)
		b = strconv.AppendInt(append(b, `,"end":`...), int64(n.End), 10)
		b = append(b, '}')
	}
	return append(b, "]}"...)
}

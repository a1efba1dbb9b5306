package model

import (
	"slices"
	"sync"

	"github.com/scenariolsp/lsp/eval/feel"
)

// Program is a model that is parsed and typed, and can be run. It is immutable and safe for concurrent use; what a
// decision needs is compiled when it is first asked.
type Program struct {
	symbols   []*feel.Symbol // inputs, decisions, functions: the slots in this order
	inputs    []Input
	units     []*Unit // decisions, then functions
	decisions int
	all       *feel.Scope // what decisions see
	functions *feel.Scope // what functions see
	hidden    *feel.Scope // what functions do not see
	def       *Definition
	byName    map[string]int // slot by name
	inferring int            // types that are being inferred, during Build
}

// Unit is one decision or function with everything found about it.
type Unit struct {
	Name     string
	Function bool
	// Texts are the expressions of the declaration in the order they were read.
	Texts []Checked
	// Type is the declared type, or the inferred one.
	Type *feel.Type
	// Reads are the slots of the globals the unit names, each once, in order of first use.
	Reads []int
	// Env is what the body of the unit sees, for completion; expressions parsed in it have frames of their own.
	Env *feel.Env
	// Cyclic tells that the type was asked for while it was being inferred: the unit reads itself.
	Cyclic bool

	key       string
	types     map[int]*feel.Type // inferred types of other decisions that this unit's result rests on
	slots     int
	lets      []letUnit
	body      bodyUnit
	params    int
	cells     map[int]*columnCells // by the slot of the column
	settled   bool                 // a table whose outputs are converted to the declared type one by one
	ready     sync.Once
	frameless bool // the compiled body needs no frame
	run       body
}

// Checked is a parsed text and the caller's number for it.
type Checked struct {
	Ref        int
	Role       Role
	Type       *feel.Type // of the column, for CellRole; of the output, for OutputRole
	Expression *feel.Expression
}

// Role tells what a text is in its declaration.
type Role uint8

const (
	ValueRole  Role = iota // an expression that gives a value
	ColumnRole             // the header of an input column
	CellRole               // a condition
	OutputRole             // an output cell
)

type letUnit struct {
	name string
	slot int
	body bodyUnit
}

// bodyUnit is a parsed body.
type bodyUnit struct {
	expr  *feel.Expression
	ref   int
	table *tableUnit
	typ   *feel.Type
}

// columnCells are the cells read for one column, by their text: the same text means the same there.
type columnCells struct {
	header string
	typ    *feel.Type
	byText map[string]*feel.Cell
}

// Build parses and types the model. prev, which may be nil, is an earlier version: units whose text and surroundings
// are the same are taken over.
func Build(def *Definition, prev *Program) *Program {
	p := &Program{def: def, inputs: def.Inputs, decisions: len(def.Decisions), byName: map[string]int{}}
	for i := range def.Inputs {
		p.declare(&feel.Symbol{Name: def.Inputs[i].Name, Kind: feel.InputSymbol, Typ: def.Inputs[i].Type})
	}
	for i := range def.Decisions {
		d := &def.Decisions[i]
		s := &feel.Symbol{Name: d.Name, Kind: feel.DecisionSymbol, Typ: d.Type}
		if d.Type == nil {
			s.TypeOf = func() *feel.Type { return p.inferred(i) }
		}
		p.declare(s)
	}
	for i := range def.Functions {
		f := &def.Functions[i]
		s := &feel.Symbol{Name: f.Name, Kind: feel.FunctionSymbol}
		switch {
		case f.Open:
			s.Typ = feel.Wrong
		case f.Returns == nil:
			s.TypeOf = func() *feel.Type { return feel.FunctionOf(f.Params, p.inferred(p.decisions+i)) }
		default:
			s.Typ = feel.FunctionOf(f.Params, f.Returns)
		}
		p.declare(s)
	}
	p.ambiguous()
	n := len(def.Inputs) + len(def.Decisions)
	p.all = feel.NewScope(p.symbols)
	p.functions = feel.NewScope(p.symbols[n:])
	p.hidden = feel.NewScope(p.symbols[:n])
	p.units = make([]*Unit, len(def.Decisions)+len(def.Functions))
	old := prev.reusable(def.Signature)
	for i := range p.units {
		p.unit(i, old)
	}
	return p
}

// ambiguous takes the types from the symbols that share a name: which of them an expression means is not known.
func (p *Program) ambiguous() {
	if len(p.byName) == len(p.symbols) {
		return
	}
	count := map[string]int{}
	for _, s := range p.symbols {
		count[s.Name]++
	}
	for _, s := range p.symbols {
		if count[s.Name] > 1 {
			s.Typ, s.TypeOf = feel.Wrong, nil
		}
	}
}

func (p *Program) declare(s *feel.Symbol) {
	s.Slot = len(p.symbols)
	p.symbols = append(p.symbols, s)
	p.byName[s.Name] = s.Slot
}

// reusable returns the units of an earlier version by name, when what they could see is unchanged.
func (p *Program) reusable(signature string) map[string]*Unit {
	if p == nil || p.def.Signature != signature {
		return nil
	}
	m := make(map[string]*Unit, len(p.units))
	for _, u := range p.units {
		m[u.Name] = u
	}
	return m
}

// Units returns the decisions and functions, each in document order.
func (p *Program) Units() []*Unit { return p.units }

// Decisions returns the units that are decisions, in document order.
func (p *Program) Decisions() []*Unit { return p.units[:p.decisions] }

// Unit returns the decision or function of that name, or nil.
func (p *Program) Unit(name string) *Unit {
	slot, ok := p.byName[name]
	if !ok || slot < len(p.inputs) {
		return nil
	}
	return p.units[slot-len(p.inputs)]
}

// Symbol returns the global in a slot.
func (p *Program) Symbol(slot int) *feel.Symbol { return p.symbols[slot] }

// Scope returns the names that decisions see.
func (p *Program) Scope() *feel.Scope { return p.all }

// maxInference bounds how far the type of one unit rests on that of another, and so the stack that finding it takes.
const maxInference = 2_000

// inferred returns the type of unit i, which another asks for; a unit that is asked while it is read is cyclic.
func (p *Program) inferred(i int) *feel.Type {
	u := p.units[i]
	if u == nil {
		if p.inferring >= maxInference {
			return feel.Any
		}
		p.inferring++
		u = p.unit(i, nil)
		p.inferring--
	}
	if u.Type == nil {
		u.Cyclic = true
		return feel.Wrong
	}
	return u.Type
}

// unit reads declaration i, or takes it over from an earlier version.
func (p *Program) unit(i int, old map[string]*Unit) *Unit {
	if p.units[i] != nil {
		return p.units[i]
	}
	b := builder{p: p, layout: &feel.Layout{}}
	if i < p.decisions {
		d := &p.def.Decisions[i]
		if u := p.takeOver(old[d.Name], d.Key, false); u != nil {
			p.units[i] = u
			return u
		}
		b.old = old[d.Name]
		b.begin(i, d.Name, d.Key)
		b.env = &feel.Env{Globals: p.all, Types: p.def.Types, Layout: b.layout}
		b.decision(d)
	} else {
		f := &p.def.Functions[i-p.decisions]
		if u := p.takeOver(old[f.Name], f.Key, true); u != nil {
			p.units[i] = u
			return u
		}
		b.old = old[f.Name]
		b.begin(i, f.Name, f.Key)
		b.u.Function = true
		b.env = &feel.Env{Globals: p.functions, Hidden: p.hidden, Types: p.def.Types, Layout: b.layout}
		b.function(f)
	}
	b.u.slots = b.layout.Size()
	b.u.Env = &feel.Env{Globals: b.env.Globals, Locals: b.env.Locals, Hidden: b.env.Hidden, Types: b.env.Types}
	return b.u
}

// takeOver returns the unit u of an earlier version if it would come out the same now.
func (p *Program) takeOver(u *Unit, key string, function bool) *Unit {
	if u == nil || key == "" || u.key != key || u.Function != function || u.Cyclic {
		return nil
	}
	for slot, t := range u.types {
		if !feel.Same(p.symbols[slot].Type(), t) {
			return nil
		}
	}
	return u
}

// builder reads one declaration.
type builder struct {
	p      *Program
	u      *Unit
	old    *Unit
	env    *feel.Env
	layout *feel.Layout
	locals []*feel.Symbol
}

func (b *builder) begin(i int, name, key string) {
	b.u = &Unit{Name: name, key: key, types: map[int]*feel.Type{}, cells: map[int]*columnCells{}}
	b.p.units[i] = b.u
}

func (b *builder) decision(d *Decision) {
	b.lets(d.Let)
	b.u.body = b.body(&d.Body, d.Type)
	b.u.Type = d.Type
	b.u.settled = d.Type != nil && b.u.body.table != nil && feel.Same(b.u.body.typ, d.Type)
	if d.Type == nil {
		b.u.Type = b.u.body.typ
	}
}

func (b *builder) function(f *Function) {
	for _, param := range f.Params {
		b.local(&feel.Symbol{Name: param.Name, Kind: feel.ParamSymbol, Typ: param.Type})
	}
	b.u.params = len(f.Params)
	b.lets(f.Let)
	b.u.body = b.body(&f.Body, f.Returns)
	b.u.Type = f.Returns
	if f.Returns == nil {
		b.u.Type = b.u.body.typ
	}
}

// local brings a let or parameter in sight.
func (b *builder) local(s *feel.Symbol) {
	s.Slot = b.layout.Slot()
	b.locals = append(b.locals, s)
	b.env.Locals = feel.NewScope(b.locals)
}

func (b *builder) lets(lets []Let) {
	for i := range lets {
		l := &lets[i]
		body := b.body(&l.Body, nil)
		s := &feel.Symbol{Name: l.Name, Kind: feel.LetSymbol, Typ: body.typ}
		b.local(s)
		b.u.lets = append(b.u.lets, letUnit{l.Name, s.Slot, body})
	}
}

func (b *builder) body(body *Body, want *feel.Type) bodyUnit {
	switch {
	case body.Expr != nil:
		var e *feel.Expression
		if want != nil {
			e = feel.ParseAs(body.Expr.Source, want, b.env)
		} else {
			e = feel.Parse(body.Expr.Source, b.env)
		}
		b.keep(body.Expr.Ref, ValueRole, want, e)
		return bodyUnit{expr: e, ref: body.Expr.Ref, typ: inferredType(e.Type)}
	case body.Table != nil:
		t := b.table(body.Table, want)
		return bodyUnit{table: t, typ: t.typ, ref: Absent}
	}
	return bodyUnit{typ: feel.Wrong, ref: Absent}
}

// inferredType is the type of a named value by its expression: which texts it can be is kept for comparisons, null
// alone tells nothing.
func inferredType(t *feel.Type) *feel.Type {
	if t.Kind == feel.NullType {
		return feel.Any
	}
	return t
}

// keep files a parsed text and what it reads.
func (b *builder) keep(ref int, role Role, t *feel.Type, e *feel.Expression) {
	b.u.Texts = append(b.u.Texts, Checked{ref, role, t, e})
	for i := range e.Uses {
		s := e.Uses[i].Symbol
		if s == nil || e.Uses[i].Kind != feel.NameUse || s.Kind > feel.FunctionSymbol {
			continue
		}
		if !slices.Contains(b.u.Reads, s.Slot) {
			b.u.Reads = append(b.u.Reads, s.Slot)
			if s.TypeOf != nil {
				b.u.types[s.Slot] = s.Type()
			}
		}
	}
}

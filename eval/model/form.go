package model

// Form tells how a decision or function gets its value: by an expression, by a table, or by nothing that can be read.
type Form struct {
	Expression string // its text
	Table      bool
	Hit        Hit
	Rules      int // rows behind the header
}

// Form returns how the unit gets its value.
func (u *Unit) Form() Form {
	switch {
	case u.body.table != nil:
		return Form{Table: true, Hit: u.body.table.hit, Rules: len(u.body.table.rules)}
	case u.body.expr != nil:
		return Form{Expression: u.body.expr.Text}
	}
	return Form{}
}

// Inputs returns the inputs in document order; the slot of each is its index.
func (p *Program) Inputs() []Input { return p.inputs }

package analysis

import (
	"slices"
	"strings"

	"github.com/scenariolsp/lsp/analysis/jsontree"
	"github.com/scenariolsp/lsp/eval/feel"
	"github.com/scenariolsp/lsp/eval/scenario"
)

// effectOf reads an effect by the table of kinds (seed: "Each effect kind has a closed operand shape"). null counts as
// present.
func (l *moduleLowerer) effectOf(e *element) *effect {
	n := e.node
	x := &effect{kindAt: n.Get("kind")}
	near := l.nearOperands(n, x)
	if e.idAt == nil {
		switch id := n.Get("id"); {
		case id == nil && !near["id"]:
			l.report(MissingMember, opening(n), "An effect needs id: a text.")
		case id != nil:
			l.want(id, jsontree.String, "id")
		}
	}
	switch {
	case x.kindAt == nil && !near["kind"]:
		l.report(EffectKindCode, e.at(), "%s needs kind: %s.", upperFirst(e.noun()), orList(scenario.KindNames()))
	case x.kindAt != nil && l.want(x.kindAt, jsontree.String, "kind"):
		x.kind = l.effectKind(x.kindAt)
	}
	target := n.Get("targetId")
	switch {
	case target == nil && !near["targetId"]:
		if x.kind != nil {
			l.report(MissingOperand, x.kindAt.Span(), "%s needs targetId: %s.", x.kind.Kind, x.kind.Target)
		} else {
			l.report(MissingOperand, e.at(), "%s needs targetId: what it changes.", upperFirst(e.noun()))
		}
	case target != nil && l.want(target, jsontree.String, "targetId"):
		x.target = target
	}
	if x.kind != nil {
		l.operands(e, x, near)
	}
	return x
}

func (l *moduleLowerer) effectKind(n *jsontree.Node) *EffectKind {
	name := n.Text()
	if k, ok := scenario.ParseKind(name); ok {
		return &effectKinds[k]
	}
	near := feel.Nearest(name, scenario.KindNames())
	f := l.report(EffectKindCode, n.Span(), "%q is no kind of effect; there are %s.%s", name, strings.Join(scenario.KindNames(), ", "), didYouMean(near))
	if near != "" {
		f.fix("Change to \""+near+"\"", replaceText(n, near))
	}
	return nil
}

// nearOperands reports members within two edits of one of an effect's (scenario-format.md, "Effects") and returns
// those that were meant.
func (l *moduleLowerer) nearOperands(n *jsontree.Node, x *effect) map[string]bool {
	var meant map[string]bool
	all := collectionOf(effectSort).members
	for _, m := range n.Members() {
		if m.Key.Kind() != jsontree.String {
			continue
		}
		name, near := m.Key.Text(), ""
		if isMember(all, name) {
			continue
		}
		for _, k := range all { // id and kind are no operands: other members may be named after them
			if near == "" && nearMiss(name, k.name) && (k.name != "id" && k.name != "kind" || n.Get(k.name) == nil) {
				near = k.name
			}
		}
		if near == "" {
			continue
		}
		f := l.report(NearMember, m.Key.Span(), "An effect has no operand %q; it is kept and does nothing. Did you mean %q?", name, near)
		if n.Get(near) != nil {
			continue
		}
		f.fix("Change to \""+near+"\"", jsontree.ReplaceInString(m.Key, jsontree.Span{End: len(name)}, near))
		if meant == nil {
			meant = map[string]bool{}
		}
		meant[near] = true
		if isRequired(near, x.kindAt) {
			f.needed("The effect", name, near)
		}
	}
	return meant
}

// isRequired tells whether an effect of that kind cannot do without the member.
func isRequired(name string, kind *jsontree.Node) bool {
	if name == "id" || name == "kind" || name == "targetId" {
		return true
	}
	if kind.Kind() == jsontree.String {
		if k, ok := scenario.ParseKind(kind.Text()); ok {
			for _, o := range operands {
				if o.name == name {
					return o.use(&effectKinds[k]) == Required
				}
			}
		}
	}
	return false
}

// operands checks which operands stand there and reads them.
func (l *moduleLowerer) operands(e *element, x *effect, near map[string]bool) {
	for _, o := range operands {
		n := e.node.Get(o.name)
		switch use := o.use(x.kind); {
		case n != nil && use == Prohibited:
			l.report(ProhibitedOperand, n.Key().Span(), "%s takes no %s; %s.", x.kind.Kind, o.name, takes(x.kind)).
				fix("Remove "+o.name, jsontree.RemoveMember(e.node, int(n.Index())))
		case n == nil && use == Required && !near[o.name]:
			need := strings.ToLower(o.doc[:1]) + o.doc[1:]
			if o.name == "value" {
				need = valueWords[x.kind.Value] + "."
			}
			l.report(MissingOperand, x.kindAt.Span(), "%s needs %s: %s", x.kind.Kind, o.name, need)
			if o.name == "unit" {
				x.unitFault = len(l.faults)
			}
		case n == nil && use == Wanted && !near[o.name]:
			l.report(MissingDuration, x.kindAt.Span(), "%s has no %s; it cannot be run before it says how long it takes.", x.kind.Kind, o.name)
		case n != nil && use != Prohibited:
			l.operand(x, o.name, n)
		}
	}
}

// operand reads one operand that the kind has.
func (l *moduleLowerer) operand(x *effect, name string, n *jsontree.Node) {
	switch name {
	case "value":
		x.valueAt = n
		x.value, _ = l.typed(n, x.kind.Value == scenario.TruthValue, "The value")
	case "unit":
		if l.want(n, jsontree.String, name) {
			x.unitAt = n
		}
	case "durationSeconds":
		if x.durations = n; l.want(n, jsontree.Number, name) {
			x.duration = l.seconds(n, name, true)
		}
	case "interpolation":
		if !l.want(n, jsontree.String, name) {
			return
		}
		if x.shape = own(n.Text()); !slices.Contains(interpolations, x.shape) {
			near := feel.Nearest(x.shape, interpolations)
			f := l.report(UnknownInterpolation, n.Span(), "%q is no interpolation that can be run; there are %s. It is kept.%s", x.shape, strings.Join(interpolations, " and "), didYouMean(near))
			if near != "" {
				f.fix("Change to \""+near+"\"", replaceText(n, near))
			}
		}
	case "channel":
		switch {
		case !l.want(n, jsontree.String, name):
		case n.Text() == "":
			l.report(MissingOperand, n.Span(), "The channel is empty here; %s needs the name of one.", x.kind.Kind)
		default:
			x.channelAt = n
		}
	}
}

// takes says what operands a kind has.
func takes(k *EffectKind) string {
	var names []string
	for _, o := range operands {
		if o.use(k) != Prohibited {
			names = append(names, o.name)
		}
	}
	if len(names) == 0 {
		return "it takes none but its targetId"
	}
	return "it takes targetId, " + strings.Join(names, ", ")
}

// orList joins words: a, b or c.
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

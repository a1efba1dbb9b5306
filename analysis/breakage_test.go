package analysis_test

import (
	"strings"
	"testing"

	"github.com/scenariolsp/lsp/analysis"
	"github.com/scenariolsp/lsp/analysis/jsontree"
)

// wholeModel has everything that the format has, once, and nothing to complain of.
const wholeModel = `{
  "content": {
    "name": "flight claims",
    "types": {
      "tier": "bronze<silver<gold",
      "address": {"city": "string", "zone": "near|far"}
    },
    "inputs": {
      "cause": {
        "type": "weather|strike|technical|other",
        "desc": "Why was the flight late?",
        "options": {"weather": "storm, ice", "strike": "any staff", "technical": "the aircraft", "other": "the rest"},
        "from": "what the customer says",
        "threshold": 0.75,
        "blank": false
      },
      "claim_age_days": {"type": "number", "desc": "How many days ago was the flight?"},
      "delay hours": {"type": "number", "desc": "How late was it, in hours?"},
      "member tier": {"type": "tier", "desc": "The customer's tier."},
      "insured": {"type": "boolean", "desc": "Is there an insurance?", "options": {"true": "a policy is named", "false": "none is"}},
      "booked on": {"type": "date", "desc": "The day of booking."},
      "flown on": {"type": "date", "desc": "The day of the flight."},
      "home": {"type": "address", "desc": "Where the customer lives."},
      "bags": {"type": ["number"], "desc": "The weight of each bag in kg."},
      "topic": {"type": {"$enum": ["bags", "seat < row 5", "meal, drinks"]}, "desc": "What else is said."},
      "note": {"type": "string", "desc": "A word on the claim."}
    },
    "decisions": {
      "covered": [
        ["cause", "claim_age_days", "=> boolean", "# why"],
        ["strike", "-", "false", "Strikes are excluded from this policy."],
        ["-", "> 30", "false", "Claim submitted after the 30-day window."],
        ["weather, technical", "[10..20]", "delay hours > 1", "A second look."],
        ["-", "-", "true", "All other delays are covered within 30 days."]
      ],
      "notice days": "(flown on - booked on).days",
      "points": {
        "type": "number",
        "desc": "What the delay is worth.",
        "let": {"base": "delay hours * 60", "bonus": "if member tier >= \"gold\" then base else 0"},
        "expr": "capped(base + bonus)",
        "requires": ["delay hours", "member tier"]
      },
      "effort": {
        "type": "low<medium<high",
        "table": [
          ["points", "insured", "notice days * 2", "=>", "# why"],
          ["> 80", "false", "-", "high", "Much to pay and no insurer."],
          ["not(< 10)", "true", "< 7", "medium", "An insurer and a short notice."],
          ["-", "-", "-", "low", "All else is routine."]
        ]
      },
      "outcome": {
        "type": "refund|store credit|decline",
        "hit": "FIRST",
        "table": [
          ["covered", "effort", "member tier", "home.zone", "=>", "# why"],
          {"when": {"covered": "false"}, "then": "decline", "why": "Nothing is owed."},
          {"when": {"effort": ">= medium", "member tier": "not(gold)"}, "then": "store credit", "why": "Cheaper to settle."},
          ["true", "low", "silver, gold", "far", "refund", "Loyal and far away."],
          {"then": "refund", "why": "The rest is refunded."}
        ]
      },
      "letter": [
        ["outcome", "topic", "=> subject: string", "=> urgent: boolean", "# why"],
        {"when": {"outcome": "refund"}, "then": {"subject": "Your refund", "urgent": "delay hours > 24"}, "why": "Money is on its way."},
        ["store credit", "\"meal, drinks\"", "Your credit", "false", "A credit never hurries."],
        ["-", "-", "Your claim", "false", "Nothing to hurry for."]
      ],
      "reason": [
        ["note", "=> string", "# why"],
        ["lost, \"broken, badly\"", "luggage", "It is about a bag."],
        ["-", "none", "No word that we know."]
      ],
      "polite": "letter.urgent or reason = \"luggage\" or bags[1] > 23 or booked on < date(\"2026-01-31\")"
    },
    "functions": {
      "capped": {"params": {"n": "number"}, "returns": "number", "body": "if n > 100 then fee(n, true) else n"},
      "fee": {
        "params": {"amount": "number", "hurry": "boolean"},
        "returns": "number",
        "body": [["amount", "hurry", "=> number", "# why"], ["> 500", "true", "amount / 10", "A share."], ["-", "-", "5", "The least."]]
      }
    }
  },
  "questions": {
    "covered": {"type": "noul", "instructions": "Is the claim covered?", "criteria": {"true": "It is.", "false": "It is not."}},
    "outcome": {"type": "choice", "instructions": "What happens?", "criteria": {"refund": "Money back.", "store credit": "A credit.", "decline": null}},
    "effort": {"type": "score", "instructions": ["How much work is it?"], "criteria": ["low", "medium", "high"]},
    "polite": {"type": "noul", "instructions": "Is a call due?"}
  }
}
`

// breakage is one mistake: from, which stands once in the document, is replaced by to. The fault is shown where to
// holds it between ⟦ and ⟧, or else at the text in span.
type breakage struct {
	from, to string
	code     analysis.Code
	span     string
}

func TestOneMistakeOneDiagnostic(t *testing.T) {
	if ds := diagnostics(t, open("whole.model.json", wholeModel, nil)); len(ds) > 0 {
		t.Fatalf("the whole model is not clean: %+v", ds)
	}
	for _, b := range modelBreakages {
		b.try(t, "whole.model.json", wholeModel, nil)
	}
}

// wholeState is a state of the whole model, with a value for every input.
const wholeState = `{
  "state": {
    "cause": "weather",
    "claim_age_days": 12,
    "delay hours": 3.5,
    "member tier": "silver",
    "insured": true,
    "booked on": "2026-01-31",
    "flown on": "2026-03-01",
    "home": {"city": "Ulm", "zone": "far"},
    "bags": [12, 23.4],
    "topic": "meal, drinks",
    "note": "lost"
  },
  "expect": {"covered": true, "outcome": "store credit", "effort": "low", "points": 100, "letter": {"subject": "Your credit", "urgent": false}}
}
`

func TestOneMistakeOneDiagnosticOfStates(t *testing.T) {
	around := folder{"whole.model.json": open("whole.model.json", wholeModel, nil)}
	if ds := diagnostics(t, open("whole.state.json", wholeState, around)); len(ds) > 0 {
		t.Fatalf("the whole state is not clean: %+v", ds)
	}
	for _, b := range stateBreakages {
		b.try(t, "whole.state.json", wholeState, around)
	}
}

// stateBreakages breaks each rule of states once.
var stateBreakages = []breakage{
	{`"cause": "weather"`, `⟦"cuase"⟧: "weather"`, analysis.UnknownInput, ``},
	{`"cause": "weather"`, `"cause": "weather", ⟦"covered"⟧: true`, analysis.UnknownInput, ``},
	{`"cause": "weather"`, `"cause": ⟦"wether"⟧`, analysis.StateValue, ``},
	{`"cause": "weather"`, `"cause": ⟦"Weather"⟧`, analysis.StateValue, ``},
	{`"cause": "weather"`, `"cause": ⟦3⟧`, analysis.StateValue, ``},
	{`"cause": "weather"`, `"cause": ⟦[⟧"weather"]`, analysis.StateValue, ``},
	{`"member tier": "silver"`, `"member tier": ⟦"sliver"⟧`, analysis.StateValue, ``},
	{`"member tier": "silver"`, `"member tier": ⟦1⟧`, analysis.StateValue, ``},
	{`"claim_age_days": 12`, `"claim_age_days": ⟦"12"⟧`, analysis.StateValue, ``},
	{`"claim_age_days": 12`, `"claim_age_days": ⟦true⟧`, analysis.StateValue, ``},
	{`"claim_age_days": 12`, `"claim_age_days": ⟦{⟧"days": 12}`, analysis.StateValue, ``},
	{`"claim_age_days": 12`, `"claim_age_days": ⟦1e99999⟧`, analysis.StateValue, ``},
	{`"claim_age_days": 12`, `"claim_age_days": ⟦012⟧`, analysis.JSONNumber, ``},
	{`"insured": true`, `"insured": ⟦"true"⟧`, analysis.StateValue, ``},
	{`"insured": true`, `"insured": ⟦1⟧`, analysis.StateValue, ``},
	{`"booked on": "2026-01-31"`, `"booked on": ⟦"2026-02-30"⟧`, analysis.StateValue, ``},
	{`"booked on": "2026-01-31"`, `"booked on": ⟦"31.01.2026"⟧`, analysis.StateValue, ``},
	{`"booked on": "2026-01-31"`, `"booked on": ⟦20260131⟧`, analysis.StateValue, ``},
	{`"booked on": "2026-01-31"`, `"booked on": ⟦"2026-01-31T10:00:00Z"⟧`, analysis.StateValue, ``},
	{`"home": {"city": "Ulm", "zone": "far"}`, `"home": ⟦"Ulm"⟧`, analysis.StateValue, ``},
	{`"home": {"city": "Ulm", "zone": "far"}`, `"home": {"city": ⟦5⟧, "zone": "far"}`, analysis.StateValue, ``},
	{`"home": {"city": "Ulm", "zone": "far"}`, `"home": {"city": "Ulm", "zone": ⟦"fra"⟧}`, analysis.StateValue, ``},
	{`"home": {"city": "Ulm", "zone": "far"}`, `"home": {⟦"ctiy"⟧: "Ulm", "zone": "far"}`, analysis.UnknownInput, ``},
	{`"bags": [12, 23.4]`, `"bags": ⟦12⟧`, analysis.StateValue, ``},
	{`"bags": [12, 23.4]`, `"bags": [12, ⟦"23.4"⟧]`, analysis.StateValue, ``},
	{`"bags": [12, 23.4]`, `"bags": ⟦{⟧"a": 12}`, analysis.StateValue, ``},
	{`"topic": "meal, drinks"`, `"topic": ⟦"meal"⟧`, analysis.StateValue, ``},
	{`"note": "lost"`, `"note": ⟦7⟧`, analysis.StateValue, ``},
	{`"note": "lost"`, `"note": "lost", ⟦"note"⟧: "found"`, analysis.DuplicateMember, ``},
	{`"expect": {"covered": true`, `"expect": {⟦"coverd"⟧: true`, analysis.UnknownExpect, ``},
	{`"expect": {"covered": true`, `"expect": {⟦"insured"⟧: true`, analysis.UnknownExpect, ``},
	{`"expect": {"covered": true`, `"expect": {"covered": ⟦"yes"⟧`, analysis.StateValue, ``},
	{`"outcome": "store credit"`, `"outcome": ⟦"store_credit"⟧`, analysis.StateValue, ``},
	{`"subject": "Your credit"`, `⟦"subjct"⟧: "Your credit"`, analysis.UnknownInput, ``},
	{`"urgent": false`, `"urgent": ⟦0⟧`, analysis.StateValue, ``},
	{`"effort": "low"`, `"effort": ⟦null1⟧`, analysis.JSONValue, ``},
}

func open(name, text string, around analysis.Surroundings) *analysis.Document {
	return analysis.Open(analysis.Source{Name: name, Text: []byte(text)}, around, nil)
}

// try breaks the text and looks for exactly one diagnostic, at the right span and with the right code.
func (b breakage) try(t *testing.T, name, text string, around analysis.Surroundings) {
	t.Helper()
	if n := strings.Count(text, b.from); n != 1 {
		t.Errorf("%q stands %d times in the text", b.from, n)
		return
	}
	at := strings.Index(text, b.from)
	to, want := b.to, jsontree.Span{Start: -1}
	if i := strings.Index(to, "⟦"); i >= 0 {
		to = strings.Replace(to, "⟦", "", 1)
		j := strings.Index(to, "⟧")
		to = strings.Replace(to, "⟧", "", 1)
		want = jsontree.Span{Start: at + i, End: at + j}
	}
	d := open(name, text[:at]+to+text[at+len(b.from):], around)
	found := diagnostics(t, d)
	if len(found) == 1 && found[0].Code == b.code && (found[0].Span == want || want.Start < 0 && string(d.Text[found[0].Span.Start:found[0].Span.End]) == b.span) {
		if testing.Verbose() {
			t.Logf("%s → %s\n\t%s", b.from, b.to, found[0].Message)
		}
		return
	}
	var got strings.Builder
	for _, x := range found {
		got.WriteString("\n\t" + strings.TrimSuffix(strings.ReplaceAll(written(d, x), "\n", "\n\t"), "\n\t") + " at ⟦" + string(d.Text[x.Span.Start:x.Span.End]) + "⟧")
	}
	t.Errorf("%s → %s: want one %s%s, got %d:%s", b.from, b.to, b.code, b.span, len(found), got.String())
}

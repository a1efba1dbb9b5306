package lsp

import "context"

// claims is a small model in which everything is declared that an editor shows.
const claims = `{
  "content": {
    "name": "claims",
    "inputs": {
      "days": {"type": "number", "desc": "Days since delivery.", "from": "what the customer says", "threshold": 0.7},
      "damaged": {"type": "boolean", "desc": "The parcel arrived damaged."}
    },
    "decisions": {
      "late": {"type": "boolean", "desc": "Too late for money.", "expr": "days > limit", "let": {"limit": "15 * 2"}},
      "outcome": {
        "type": "refund|store_credit|decline",
        "desc": "What the customer gets.",
        "table": [
          ["late", "damaged", "=> refund|store_credit|decline", "# why"],
          ["true", "-", "store_credit", "After thirty days there is no money back."],
          ["-", "true", "refund", "Damaged parcels are refunded."],
          ["-", "-", "decline", "Nothing speaks for a refund."]
        ]
      }
    }
  },
  "questions": {
    "outcome": {
      "type": "choice",
      "instructions": "What does the customer get?",
      "criteria": {"refund": "Money back", "store_credit": "A voucher", "decline": "Nothing"}
    }
  }
}
`

// fixed is work that answers with one value.
func fixed(v any) func(context.Context, *snapshot) (any, error) {
	return func(context.Context, *snapshot) (any, error) { return v, nil }
}

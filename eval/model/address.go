package model

import (
	"strconv"
	"strings"
)

// Address names a declaration like the JSON: inputs.days, decisions."a.b" (model-format.md, "Addresses").
func Address(section, name string) string { return section + "." + Quoted(name) }

// RuleAddress names a rule of a table at the address of its declaration; rules count from 1, row 0 is the header.
func RuleAddress(of string, rule int) string { return of + ".rule[" + strconv.Itoa(rule) + "]" }

// Quoted writes a name as addresses do: in double quotes when it holds a dot, a bracket or a quote.
func Quoted(name string) string {
	if !strings.ContainsAny(name, `.["`) && name != "" {
		return name
	}
	return `"` + strings.ReplaceAll(strings.ReplaceAll(name, `\`, `\\`), `"`, `\"`) + `"`
}

// SplitAddress returns the parts of an address: section, name, and what follows; ok = false when it is none.
func SplitAddress(address string) (parts []string, ok bool) {
	for address != "" {
		if address[0] == '"' {
			var b strings.Builder
			i := 1
			for ; i < len(address) && address[i] != '"'; i++ {
				if address[i] == '\\' && i+1 < len(address) {
					i++
				}
				b.WriteByte(address[i])
			}
			if i >= len(address) {
				return nil, false
			}
			parts, address = append(parts, b.String()), address[i+1:]
		} else {
			i := strings.IndexByte(address, '.')
			if i < 0 {
				i = len(address)
			}
			parts, address = append(parts, address[:i]), address[i:]
		}
		if address == "" {
			return parts, true
		}
		if address[0] != '.' {
			return nil, false
		}
		address = address[1:]
	}
	return nil, false
}

// numberList writes row indexes as rule numbers for a sentence: 1, 2 and 5.
func numberList(hits []int) string {
	var b strings.Builder
	for i, h := range hits {
		switch {
		case i == 0:
		case i == len(hits)-1:
			b.WriteString(" and ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(h + 1))
	}
	return b.String()
}

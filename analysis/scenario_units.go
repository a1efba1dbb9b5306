package analysis

// unitRelation says how two spellings of units stand to each other, for the message that they differ.
func unitRelation(found, declared string) string {
	return "another text"
}

// usualUnit tells whether a unit is a UCUM code, and otherwise the usual code for it, or "".
func usualUnit(unit string) (usual string, ok bool) {
	return "", true
}

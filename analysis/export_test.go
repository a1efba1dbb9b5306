package analysis

// ModelCodes are the codes that testdata/check shows; those of scenarios are shown by testdata/scenario.
func ModelCodes() []CodeInfo { return codes }

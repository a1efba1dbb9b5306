package analysis

// ModelCodes are the codes that testdata/check shows; those of scenarios are shown by testdata/scenario.
func ModelCodes() []CodeInfo { return codes }

// ScenarioCodes are the rows of the table that archives of testdata/scenario show.
func ScenarioCodes() []CodeInfo { return scenarioCodes }

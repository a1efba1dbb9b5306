//go:build race

package analysis_test

// raceEnabled tells that the race detector makes everything slower by far.
const raceEnabled = true

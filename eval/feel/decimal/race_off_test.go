//go:build !race

package decimal

// raceEnabled says that the race detector slows the tests down.
const raceEnabled = false

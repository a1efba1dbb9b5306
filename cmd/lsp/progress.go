package main

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// patience is how long work may take before a bar says how far it is.
const patience = 500 * time.Millisecond

// progress shows on a terminal how far long work is. One goroutine uses it: the one that writes the results.
type progress struct {
	out   io.Writer
	aside screen
	what  string // "Checking"
	total int    // negative: not known
	bytes bool   // the steps are bytes
	done  int
	since time.Time
	bar   *progressbar.ProgressBar // nil until the work has taken longer than a person's patience
}

// startProgress prepares a bar over total steps (negative: not known). It shows on a terminal alone.
func (a *app) startProgress(what string, total int) *progress {
	return &progress{out: a.err, aside: a.aside, what: what, total: total, since: time.Now()}
}

// add says that n more steps are done.
func (p *progress) add(n int) {
	p.done += n
	if !p.aside.terminal || time.Since(p.since) < patience {
		return
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions(p.total,
			progressbar.OptionSetWriter(p.out),
			progressbar.OptionSetDescription(p.what),
			progressbar.OptionSetWidth(max(10, min(30, p.aside.width-50))),
			progressbar.OptionShowCount(),
			progressbar.OptionShowBytes(p.bytes),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionUseANSICodes(p.aside.colour),
		)
	}
	_ = p.bar.Set(p.done) // a bar that cannot be drawn is no reason to stop
}

// clear takes the bar off the screen before something else is written there; the next step shows it again.
func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

package main

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"
)

func TestInOrderKeepsTheOrder(t *testing.T) {
	defer goleak.VerifyNone(t)
	tasks := make([]int, 10_000)
	for i := range tasks {
		tasks[i] = i
	}
	for _, jobs := range []int{1, 2, 8} {
		var got []int
		lasts := 0
		err := inOrder(t.Context(), jobs, slices.Values(tasks),
			func(_ context.Context, n int) int { return n * 3 },
			func(r int, last bool) error {
				got = append(got, r/3)
				if last {
					lasts++
				}
				return nil
			})
		if err != nil || !slices.Equal(got, tasks) {
			t.Fatalf("%d jobs: %d results, error %v, or another order", jobs, len(got), err)
		}
		if lasts == 0 {
			t.Errorf("%d jobs: no result was the last one under way", jobs)
		}
	}
}

func TestInOrderIsBounded(t *testing.T) {
	defer goleak.VerifyNone(t)
	var under, most atomic.Int64
	tasks := func(yield func(int) bool) {
		for i := range 5_000 {
			now := under.Add(1)
			most.Store(max(most.Load(), now))
			if !yield(i) {
				return
			}
		}
	}
	err := inOrder(t.Context(), 2, tasks,
		func(_ context.Context, n int) int { return n },
		func(int, bool) error { under.Add(-1); return nil })
	if err != nil {
		t.Fatal(err)
	}
	if m := most.Load(); m > 2*4+4 {
		t.Errorf("%d tasks were under way at once for 2 jobs", m)
	}
}

func TestInOrderStops(t *testing.T) {
	defer goleak.VerifyNone(t)
	endless := func(yield func(int) bool) {
		for i := 0; yield(i); i++ {
		}
	}
	full := errors.New("the disk is full")
	err := inOrder(t.Context(), 3, endless,
		func(_ context.Context, n int) int { return n },
		func(r int, _ bool) error {
			if r == 100 {
				return full
			}
			return nil
		})
	if !errors.Is(err, full) {
		t.Errorf("the error of emit is lost: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = inOrder(ctx, 3, endless,
		func(_ context.Context, n int) int { return n },
		func(r int, _ bool) error {
			if r == 100 {
				cancel()
			}
			return nil
		})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the end of the context is lost: %v", err)
	}
}

package main

import (
	"context"
	"iter"
	"sync"
)

// inOrder works on tasks with as many goroutines as jobs and hands the results to emit in the order of the tasks,
// on the caller's goroutine. At most a few tasks for each job are under way, so that memory does not grow with their
// number. emit is told whether it holds the last result that is under way: the moment to flush. An error of emit, or
// the end of ctx, ends the work and is returned.
//
// A source of tasks that blocks in a read when ctx ends is not waited for; it ends with its next task.
func inOrder[T, R any](ctx context.Context, jobs int, tasks iter.Seq[T], work func(context.Context, T) R, emit func(r R, last bool) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type job struct {
		task   T
		result chan R
	}
	window := make(chan job, 4*jobs) // in order; its room is the bound
	todo := make(chan job, 4*jobs+1)
	go func() {
		defer close(window)
		defer close(todo)
		for task := range tasks {
			j := job{task, make(chan R, 1)}
			select {
			case window <- j:
			case <-ctx.Done():
				return
			}
			todo <- j // never blocks: it has room for the window and the one that emit waits for
		}
	}()
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for {
				select {
				case j, more := <-todo:
					if !more {
						return
					}
					j.result <- work(ctx, j.task)
				case <-ctx.Done():
					return
				}
			}
		})
	}
	err := func() error {
		for {
			select {
			case j, more := <-window:
				if !more {
					return ctx.Err()
				}
				select {
				case r := <-j.result:
					if err := emit(r, len(window) == 0); err != nil {
						return err
					}
				case <-ctx.Done():
					return ctx.Err()
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}()
	cancel()
	workers.Wait()
	return err
}

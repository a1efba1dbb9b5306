package main

import (
	"context"
	"errors"
)

func (a *app) evalExpression(context.Context, []string, evalFlags) error {
	return errors.New("Single expressions cannot be evaluated yet.")
}

func (a *app) evalExpressions(context.Context, []string, evalFlags) error {
	return errors.New("Lines of expressions cannot be evaluated yet.")
}

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/scenariolsp/lsp/eval/feel"
)

// unknownCommand refuses words that name no subcommand.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return fmt.Errorf("lsp has no command %q. Did you mean %q?", args[0], near[0])
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return fmt.Errorf("lsp has no command %q. It has %s.", args[0], strings.Join(names, ", "))
}

// flagError says in a sentence what is wrong with a flag, and the nearest one that exists.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var bad *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return fmt.Errorf(`%q has no flag -%s. "%s --help" shows what it has.`, cmd.CommandPath(), unknown.GetSpecifiedName(), cmd.CommandPath())
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := feel.Nearest(unknown.GetSpecifiedName(), names); near != "" {
			return fmt.Errorf("%q has no flag --%s. Did you mean --%s?", cmd.CommandPath(), unknown.GetSpecifiedName(), near)
		}
		return fmt.Errorf(`%q has no flag --%s. "%s --help" shows what it has.`, cmd.CommandPath(), unknown.GetSpecifiedName(), cmd.CommandPath())
	case errors.As(err, &bare):
		return fmt.Errorf("The flag --%s needs a value after it.", bare.GetSpecifiedName())
	case errors.As(err, &bad):
		return fmt.Errorf("The flag --%s cannot take %q: it needs %s.", bad.GetFlag().Name, bad.GetValue(), kindOfValue(bad.GetFlag()))
	}
	return fmt.Errorf("The command line cannot be read: %w.", err)
}

// kindOfValue names what a flag takes, in words.
func kindOfValue(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int":
		return "a whole number"
	case "bool":
		return "true or false"
	case "duration":
		return "a duration such as 10s"
	}
	return "a " + f.Value.Type()
}

// oneOf checks that the value of a flag is one of those that exist.
func oneOf(flag, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	if near := feel.Nearest(value, allowed); near != "" {
		return fmt.Errorf("--%s has no %q. Did you mean %q?", flag, value, near)
	}
	return fmt.Errorf("--%s has no %q. It has %s.", flag, value, strings.Join(allowed, ", "))
}

// noArguments refuses words after a command that takes only flags.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%q takes no arguments, and found %q.", cmd.CommandPath(), args[0])
	}
	return nil
}

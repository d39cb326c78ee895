"""The commands, each a function of the settings and its arguments; imported when one runs."""

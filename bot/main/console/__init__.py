"""The commands of the command line: settings and arguments in, an exit code out."""

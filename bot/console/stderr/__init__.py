"""What goes to standard error: log lines, also while its disk is full."""

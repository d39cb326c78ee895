"""Our own types as messages and Adaptive Cards. No I/O."""

"""Our own types, as blocks and windows. No I/O."""

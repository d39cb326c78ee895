"""Our own types as blocks and modals. No I/O."""

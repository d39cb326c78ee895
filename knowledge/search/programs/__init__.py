"""Citations for programs that write by themselves."""

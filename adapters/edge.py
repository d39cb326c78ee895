"""What every adapter does where a bug would otherwise reach a person or a log."""


def wordless(error: Exception) -> Exception:
    """Return the traceback without the error's own text, which may quote a person."""
    return RuntimeError(type(error).__name__).with_traceback(error.__traceback__)

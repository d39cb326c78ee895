"""Whether what was found is answered from, and the figures that this is told by."""

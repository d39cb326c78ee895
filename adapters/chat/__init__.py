"""What every chat shows and does: cuts, quotes, words of its own, work in order, once."""

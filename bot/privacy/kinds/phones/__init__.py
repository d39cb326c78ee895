"""Phone numbers: by shape, by country, with an international prefix."""

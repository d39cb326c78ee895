"""Phone numbers: by their form, by country, with an international prefix."""

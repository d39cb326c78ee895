"""The state of the goods that a question or a rule is about: opened, faulty, with the receipt."""

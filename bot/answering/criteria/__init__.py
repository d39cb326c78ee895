"""What a question may turn on, and whether a statement fits it: one module for each criterion."""

"""From text to numbers: the models, and what each must do."""

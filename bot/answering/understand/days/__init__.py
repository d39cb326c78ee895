"""The days in a message: the one it is asked for, and what each of them is the day of."""

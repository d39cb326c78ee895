"""Step 5, optional: a language model words the statements shorter, or in the asker's language.

A wording goes out only if a mechanical floor and a judging call both find in it what the statement
says, no more and no less. Otherwise the statement itself goes out.
"""

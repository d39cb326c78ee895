"""The words of a sentence that stand in nothing that it was made from."""

"""What every reader may do with a text: write its tables, find what it says of itself."""

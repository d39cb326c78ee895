"""A module for each kind of source: lists its files and reads one of them."""

"""Trains and measures what the product recognises in messages: dangers, words about an answer."""

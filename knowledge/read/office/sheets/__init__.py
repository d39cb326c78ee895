"""Workbooks: each row of a table is a record with its column headings."""

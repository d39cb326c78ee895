"""The files of the documents: lists them and watches for changes."""

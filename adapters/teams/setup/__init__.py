"""Before the first start: the package to upload, and whether an installation can work."""

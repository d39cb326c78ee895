"""Before the first start: the manifest, and whether an installation can work."""

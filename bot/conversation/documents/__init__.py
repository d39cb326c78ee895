"""The documents as a role may read them: their versions, what changed, what in them disagrees."""

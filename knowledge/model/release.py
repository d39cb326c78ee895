"""The release of storewise; pyproject.toml takes it from here, so no old installation differs."""

VERSION = "0.2.0"

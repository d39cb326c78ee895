"""Before the first start: the app manifest and a check of the setup."""

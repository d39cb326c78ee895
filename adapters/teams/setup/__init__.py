"""Before the first start: the app package and a check of the setup."""

"""One listener a module: what is done about each thing that Slack sends."""

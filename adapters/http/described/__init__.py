"""The HTTP API's own description: the OpenAPI document and a page of it."""

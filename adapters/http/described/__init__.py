"""What the HTTP API says of itself: the OpenAPI document, and a page of it."""

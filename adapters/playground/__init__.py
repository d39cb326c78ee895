"""A page on which one sees what staff will see, before a chat is connected."""

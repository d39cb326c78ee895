"""Rules that people write, as all chats share them: a platform receives, draws and posts."""

"""How the bot answers in each channel, as its administrators set it: both chats alike."""

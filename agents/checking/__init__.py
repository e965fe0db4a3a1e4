"""What the program checks itself: quotes against stored text, sentences against quotes. Pure."""

"""One question of a message, once the message is taken apart."""

"""Who may ask in a channel, and what of it may leave."""

"""Which answers rest on sources that changed since, and what was told of it."""

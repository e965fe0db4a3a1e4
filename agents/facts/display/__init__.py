"""Facts as people and programs read them."""

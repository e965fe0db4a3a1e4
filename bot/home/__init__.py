"""The Home of a person: put together from what they may see."""

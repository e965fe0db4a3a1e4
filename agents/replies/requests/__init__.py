"""Short messages on the last answer, read by all of their words."""

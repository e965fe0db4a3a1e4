"""Cases that people want followed."""

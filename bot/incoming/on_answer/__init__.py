"""Messages on the last answer itself: what may be decided about them, and which answer is meant."""

"""What is told of the last answer itself, from what was recorded of it."""

"""What a message says in other words, brought to those that the readers know: its normal form."""

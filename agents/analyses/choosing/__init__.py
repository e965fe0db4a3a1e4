"""Which rows of a table a message is on, and what each of its words asks."""

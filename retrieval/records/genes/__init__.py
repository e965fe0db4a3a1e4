"""The gene table that ships: its rows, what they say in sentences, and its source of records."""

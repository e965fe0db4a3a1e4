"""A PostgreSQL of our own, for who has none."""

"""What a workspace stores, in one SQLite file."""

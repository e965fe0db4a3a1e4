"""The rows of a journal as the database holds them, and how one is added."""

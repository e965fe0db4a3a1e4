"""``curbside ingest``: its commands, their arguments, and what they print."""

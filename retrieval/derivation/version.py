"""Which rules derived what is stored."""

RULES = 90
"""Version of the rules. Raise it when they change: documents that were staged with an older one
have their statements derived again at the next ingestion."""

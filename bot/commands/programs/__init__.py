"""Commands for other programs: ``mcp``."""

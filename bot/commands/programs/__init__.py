"""Commands for other programs: ``mcp`` and ``tokens``."""

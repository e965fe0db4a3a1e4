"""Curbside for other programs: what MCP and HTTP offer, over the same runs, limits and rules."""

"""Ten made documents in layouts that no reader was mended for."""

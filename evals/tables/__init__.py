"""Questions on clinical tables with exact answers."""

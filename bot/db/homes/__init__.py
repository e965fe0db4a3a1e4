"""Who has opened their Home, and what stands in it."""

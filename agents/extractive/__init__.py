"""The core that needs no model: it answers in the sources' own sentences."""

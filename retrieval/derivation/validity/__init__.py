"""Where, when and how surely a claim holds."""

"""The whole of Curbside on one machine: ``curbside demo``."""

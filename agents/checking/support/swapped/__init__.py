"""Values, names and times that have changed places between sentence and quote."""

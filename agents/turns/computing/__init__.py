"""What was computed: drawings and numbers of an analysis, code of a model and what became of it."""

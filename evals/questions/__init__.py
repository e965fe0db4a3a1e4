"""Questions with the documents or the gap that should come of them, asked and scored."""

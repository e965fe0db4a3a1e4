"""Where to look, and which statements of the documents found answer the question."""

"""Is an answer in what was found for it: RAG metrics whose names say which definition they are."""

"""Documents: declared silos, ingestion, statements, search and the stores."""

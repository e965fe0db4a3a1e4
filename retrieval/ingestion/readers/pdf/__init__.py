"""PDF to text, page by page, with the rows of its tables."""

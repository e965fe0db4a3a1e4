"""Word documents to text."""

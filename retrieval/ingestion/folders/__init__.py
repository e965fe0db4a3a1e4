"""A folder of documents: what lies in it, what would be refused, how its files are staged."""

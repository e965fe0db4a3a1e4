"""The starter corpus: how it is composed from records, and how every fact in it is looked up."""

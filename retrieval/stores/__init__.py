"""Where documents are searched: the contract, the embedded store, Weaviate."""

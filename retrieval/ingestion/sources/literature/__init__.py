"""Sources of articles: PubMed, Wikipedia."""

"""Files of models: which are known, and how they are fetched to this machine."""

"""How facts of the patient change an answer on a drug that the question names."""

"""Whether what a sentence says of an option holds for the patient."""

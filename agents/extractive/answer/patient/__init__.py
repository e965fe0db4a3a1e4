"""What the facts of the patient leave of an answer on a drug that is asked for by name."""

"""What a fact of the patient means for a drug of the question, where nothing else answers."""

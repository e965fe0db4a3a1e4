"""What a text says of a patient, or of those for whom a rule holds."""

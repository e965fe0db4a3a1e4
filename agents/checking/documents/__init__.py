"""Documents of a run: what they bear for the patient, and what became of them since."""

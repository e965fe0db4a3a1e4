"""Documents of a run: what they hold for the patient, and what became of them since."""

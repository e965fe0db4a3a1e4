"""A run that is asked whether the patient meets the criteria of a trial."""

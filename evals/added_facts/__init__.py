"""Questions with one more fact of the patient: is what was told kept, is the fact weighed."""

"""Whether a patient meets the criteria of a trial, one by one, by rules, and the run for it."""

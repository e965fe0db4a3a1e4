"""What happened to a patient, in the words that the readers know: operations, where the tumour has
spread, what a drug has done."""

"""What happened to a patient, in the words that the readers know: treatments and how they went,
operations, where the tumour has spread, what a drug has done."""

"""Which drugs and trials a sentence is on, joins and gives."""

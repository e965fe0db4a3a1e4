"""Results of two arms: which value is whose, and which arm did better."""

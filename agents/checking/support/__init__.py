"""Whether cited quotes support a sentence."""

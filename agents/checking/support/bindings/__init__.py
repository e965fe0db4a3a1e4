"""What belongs together in a quote, and must belong together in a sentence."""

"""Numbers of a sentence: what they are of, and what follows from them."""

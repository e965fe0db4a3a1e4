"""Records that are looked up by a name, word for word: what is asked, of whom, and as documents."""

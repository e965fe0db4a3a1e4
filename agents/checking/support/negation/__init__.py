"""What a sentence denies, allows or leaves out."""

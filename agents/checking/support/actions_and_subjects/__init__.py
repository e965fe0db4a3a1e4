"""What a sentence tells that its quotes must tell, too: what is done, of whom alone, on what."""

"""What follows what: a class of drugs that is given again, and the first drug against a target."""

"""What a silo is: the shipped file, and how a declaration is read."""

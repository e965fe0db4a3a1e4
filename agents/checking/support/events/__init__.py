"""What happened to how many, and how bad it was."""

"""What slash commands are answered with."""

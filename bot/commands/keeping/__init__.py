"""The command that takes what is stored away."""

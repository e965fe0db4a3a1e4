"""What a person's Home shows."""

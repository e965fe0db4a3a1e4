"""What a setting may be: checked when it is read."""

"""What each tool does."""

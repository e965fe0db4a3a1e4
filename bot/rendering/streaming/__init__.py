"""What Slack streams of an answer."""

"""What Slack hands over, read once: payloads, their text, attached files."""

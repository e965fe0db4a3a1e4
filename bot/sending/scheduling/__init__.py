"""Which message goes to Slack when, and which go together."""

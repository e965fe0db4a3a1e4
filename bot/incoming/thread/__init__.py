"""What stands in a thread of Slack: messages whose events are late, and what people discuss."""

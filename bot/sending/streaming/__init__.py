"""Messages that grow in direct messages, by Slack's own streaming."""

"""Objects as Slack writes them: messages, events, conversations."""

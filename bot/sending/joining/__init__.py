"""Messages that go to Slack together, where a channel is crowded."""

"""From outbox rows to Slack: pace, order, and never the same post twice."""

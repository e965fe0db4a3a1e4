"""The bot's own tables: the inbox (what Slack told us), the outbox (what we owe Slack) and the
queue between them. Nothing else in ``bot`` speaks SQL."""

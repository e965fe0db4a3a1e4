"""From an event of Slack to a run: the app, the inbox in front of it, what an event asks of us."""

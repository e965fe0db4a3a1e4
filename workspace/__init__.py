"""A Slack workspace on your own machine; it imports nothing of ours."""

"""How fast Slack's events are acknowledged and answered."""

"""An ending as people read it in Slack, with its sources."""

"""The command that shows what a channel has set."""

"""What the forms of Slack are made of: the window, and the entries in it."""

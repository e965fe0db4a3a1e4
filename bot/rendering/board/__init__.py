"""What Slack shows of the decision of a board: the forms, and the reply of the thread."""

"""What becomes of what is owed to Slack, and questions that we post for somebody."""

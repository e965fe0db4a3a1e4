"""What people see: from the view of a run to outbox rows and Slack blocks. All pure."""

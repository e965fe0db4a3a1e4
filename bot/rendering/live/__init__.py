"""What Slack shows while a question is answered: who does what, and the answer as it is written."""

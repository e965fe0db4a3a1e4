"""Slack, the command line and the processes; whatever puts the parts together."""

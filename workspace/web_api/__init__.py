"""Slack's Web API: `/api/<method>` over the workspace."""

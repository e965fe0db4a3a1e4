"""Slack's Web API: `/api/<method>` over the workspace, one module for each family of methods."""

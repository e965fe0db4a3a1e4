"""Slack's rules for blocks and their elements."""

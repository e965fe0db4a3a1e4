"""Sentences that people read and that several parts of the agent say."""

"""What a workspace holds and does: people, conversations, messages, views."""

"""What a model is sent and what it sent back: messages, documents, tools, actions."""

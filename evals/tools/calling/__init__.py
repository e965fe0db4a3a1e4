"""Tool calls of a chat model: for each tool twenty prompts that need it."""

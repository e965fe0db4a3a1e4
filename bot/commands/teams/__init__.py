"""Workspaces that installed the app, and what the doctor says of them."""

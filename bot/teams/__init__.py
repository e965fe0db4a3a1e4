"""The workspaces that are served: one by a token of the settings, or all that installed the app."""

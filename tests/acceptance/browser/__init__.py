"""The page of the local workspace, driven in the system's Chromium."""

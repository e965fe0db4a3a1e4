"""Which workspaces have installed the app, and what goes when one takes it out."""

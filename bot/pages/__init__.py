"""What the bot serves to browsers: its health, and the document behind a citation."""

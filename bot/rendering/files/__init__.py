"""How the files of a thread are shown."""

"""The routes of the page: its files, the JSON it reads and writes, and the live stream."""

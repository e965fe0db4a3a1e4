"""The tables of the bot, and whether a database has them in their newest form."""

"""How a treatment ended, by the words behind it and around it."""

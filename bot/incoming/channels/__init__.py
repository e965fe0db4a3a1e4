"""How the settings of a channel are changed."""

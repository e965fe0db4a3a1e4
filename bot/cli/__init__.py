"""The command ``curbside``: how a command is found, called and told apart from a failure."""

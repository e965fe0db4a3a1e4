"""The Model Context Protocol: Curbside's tools for the agents of others. Alone in the bot, it
knows the SDK, which is an extra."""

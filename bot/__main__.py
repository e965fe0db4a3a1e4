"""``python -m bot`` is the command ``curbside``."""

from bot.commands.cli import main

if __name__ == "__main__":
    main()

"""``python -m bot`` is the command ``curbside``."""

from bot.cli.main import main

if __name__ == "__main__":
    main()

"""``curbside demo`` of which the workspace, the bot and the worker are forked, too. Started as a
shell does it, which ``tests/acceptance/test_demo.py`` tries, they take 2 s more of the
processor. Its arguments are a question that is asked at once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import BinaryIO

from rich.console import Console

from bot.demo.run import demo
from bot.settings import read_settings
from tests.forking import Child, start_module


def start_forked(command: Sequence[str], environment: dict[str, str], log: BinaryIO) -> Child:
    """Start ``python -m module …`` through the fork server."""
    option, module, *arguments = command
    assert option == "-m"
    return start_module(
        module, *arguments, env=environment, stdout=log, stderr=log, start_new_session=True
    )


if __name__ == "__main__":
    demo(read_settings(), " ".join(sys.argv[1:]), Console(), start_forked)

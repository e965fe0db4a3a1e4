"""``python -m tests.integration.llm.economy``: the table of docs/evaluation-agent.md."""

from __future__ import annotations

import asyncio
import sys

from tests.integration.llm.economy.playing import play_all, table

sys.stdout.writelines(f"{line}\n" for line in table(asyncio.run(play_all())))

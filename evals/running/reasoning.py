"""Parts of a chat model's instructions that an evaluation leaves out, to measure their worth."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from agents.llm.writing.reasoning import PARTS


def add_without(parser: argparse.ArgumentParser) -> None:
    """The option ``--without PART``."""
    parser.add_argument(
        "--without",
        action="append",
        choices=PARTS,
        default=[],
        help="with --core llm: leave this part of the model's instructions out; may be repeated",
    )


def variables_without(parts: Sequence[str]) -> dict[str, str]:
    """What the processes that answer are told; always, so that an evaluation does not depend on the
    environment it is started in."""
    return {"CURBSIDE_MODEL_WITHOUT": ",".join(_in_order(parts))}


def name_without(parts: Sequence[str]) -> str:
    """What names results of such a run apart: ``-without-exemplars``; empty for a whole one."""
    return "".join(f"-without-{part}" for part in _in_order(parts))


def _in_order(parts: Sequence[str]) -> list[str]:
    return [part for part in PARTS if part in parts]

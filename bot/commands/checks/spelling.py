"""Whether each variable that is named as ours is one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.commands.checks.check import Check


def spelling_checks(unknown: Mapping[str, str]) -> Iterator[Check]:
    """A row for each that is none, with the one that may be meant."""
    for name, meant in unknown.items():
        advice = f"Is {meant} meant?" if meant else "Take it out, or see .env.example."
        yield Check("settings", "wrong", f"{name} is no setting of this version.", advice)

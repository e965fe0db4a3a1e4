"""An answer that went to who asked it alone, and is shown to the thread since."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """The asker has published what the run said."""

    by: str

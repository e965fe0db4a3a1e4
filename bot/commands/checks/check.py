"""What a part that was looked at says of itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Check:
    """What one part says of itself."""

    part: str
    state: Literal["ok", "off", "wrong"]
    found: str
    advice: str = ""

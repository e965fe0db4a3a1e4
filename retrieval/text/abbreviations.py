"""Words that are written short with a full stop, which then ends no sentence."""

from __future__ import annotations

import re

_NEVER = "e.g i.e vs cf approx ca dr prof mr mrs ms st incl esp viz resp dept fig figs vit inj"
_NUMBERED = (
    "max min temp susp ext tel no nos fig figs ref refs vol p pp eq tab table sec ver ch art nr"
)
_EITHER = "al etc jr sr inc ltd co ph.d"
NEVER_END = frozenset(_NEVER.split())
BEFORE_NUMBER = frozenset(_NUMBERED.split())
MAY_END = frozenset(_EITHER.split())
DOTTED = re.compile(r"^(?:[A-Za-z]\.)+[A-Za-z]$")

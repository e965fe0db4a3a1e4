"""The tumours that a question is on."""

from __future__ import annotations

import re

from names.clinical.disease import is_site
from names.entities import Entities

_DENIES = re.compile(r"(?i)(?:\bnot|n['’]t|\brather than|\binstead of)\s(?:an?\s|the\s)?$")


def tumours_asked(found: Entities, text: str) -> frozenset[str]:
    """The tumours that a question names, without sites of metastases and those that it denies:
    "it's colon not melanoma"."""
    named = (
        m for m in found.of("tumour") if not (is_site(text, m) or _DENIES.search(text[: m.start]))
    )
    return frozenset(name for mention in named for name in mention.names)

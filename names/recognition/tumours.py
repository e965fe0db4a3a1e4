"""Tumour types that no table holds, told by how such words end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.entities import EntityMention
from names.patterns.filtered import filtered_pattern

ENDING = filtered_pattern(
    r"\b(?!adenocarcinoma)([a-z]{3,}(?:carcinoma|sarcoma|blastoma|lymphoma|thelioma|glioma|cytoma"
    r"|leukemia|leukaemia|adenoma|chordoma|neuroma|pharyngioma))s?\b",
    re.IGNORECASE,
)


def find_other_tumours(text: str) -> Iterator[EntityMention]:
    """Words that can only be a tumour ("carcinosarcoma"), so that it is not taken for another."""
    for match in ENDING.finditer(text):
        yield EntityMention("tumour", (match[1].lower(),), match.group(), *match.span())

"""Symptoms that a message denies, beside a sign that would be one: "cough and ground glass on CT
without symptoms"."""

from __future__ import annotations

import re

_NO_SYMPTOMS = re.compile(
    r"(?i)(?<!was )(?<!were )(?<!previously )(?<!initially )\basymptomatic\b"
    r"(?!\s(?:brain|CNS|bone|liver|mets?\b|metasta|disease|progression))"
    r"|\b(?:without|no|free of|w/o)\s(?:(?:any|other|respiratory|clinical|new|real)\s)?symptoms?\b"
)
_NEWLY = re.compile(r"(?i)\b(?:now|today|since|new(?:ly)?|developed|then|yesterday)\b[^.;]{0,30}$")


def is_without_symptoms(text: str, sign: int) -> bool:
    """Whether a message says that there are no symptoms, and does not tell the sign at ``sign`` as
    a new one: "cough and ground glass on CT without symptoms" leaves the grade open."""
    denied = _NO_SYMPTOMS.search(text)
    return denied is not None and not _NEWLY.search(text, max(0, sign - 40), sign)

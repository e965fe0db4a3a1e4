"""A second question in the same sentence, behind the one on a drug."""

from __future__ import annotations

import re

from agents.extractive.question.unread_words import is_on_other_matter
from names.recognise import recognise

_OR_ELSE = re.compile(
    r"(?i)[,;:]?\s(?=(?:and|or) (?:what (?:else|instead|to give instead|other \w{1,12} instead)"
    r"|(?:any )?alternatives?|something else)\W{0,3}$)"
)
"""Before the end of a question on a drug that asks for another in its place."""
_AND_ASKS = re.compile(
    r"(?i)(?:[,;]\s?|\s)(?:and|also|plus|but)\s(?:also\s|then\s|please\s)?"
    r"(?=(?:what|who|whose|whom|which|how|when|where|why|is|are|was|does|do|did|can|could|should"
    r"|will|would)(?:['’]s)?\s)"
)
"""What stands before a further question in the same sentence."""


def before_another(sentence: str) -> tuple[str, str] | None:
    """The question on a drug before "or what instead", and that behind."""
    found = _OR_ELSE.search(sentence)
    before = sentence[: found.start()].strip() if found else ""
    if found is None or not recognise(before).of("drug"):
        return None
    return f"{before}?", sentence[found.end() :]


def before_other_matter(sentence: str) -> tuple[str, str] | None:
    """The question before, and a further one behind it that is on something else: it names nothing
    that is known here, and none of its words are understood ("…, and what is the capital of
    France?"). A further question on the same matter stays with the first."""
    for found in _AND_ASKS.finditer(sentence):
        before, behind = sentence[: found.start()].strip(), sentence[found.end() :]
        if recognise(before).mentions and is_on_other_matter(behind):
            return f"{before.rstrip(' ?')}?", behind
    return None

"""Questions as they are typed: case, signs, lines and courtesies. Each function returns the
question in one other way, or None where it would be the same. Pure."""

from __future__ import annotations

import re

_SENTENCE_END = re.compile(r"(?<=[A-Za-z)+\-0-9]{2}\.) (?=[A-Z0-9])")
_IS_MAN = re.compile(r"\d ?M\b|\b(?:man|male|gentleman)\b")


def small_letters(text: str) -> str | None:
    """All in small letters, as on a telephone."""
    return _other(text, text.lower())


def with_greeting(text: str) -> str | None:
    """With a greeting before and thanks behind."""
    return f"Hi team, quick question for the board. {text} Thanks a lot!"


def as_polite_request(text: str) -> str | None:
    """With the words that ask somebody to tell it."""
    return f"Could you please tell us: {text}"


def without_commas(text: str) -> str | None:
    """Without commas between its parts."""
    return _other(text, re.sub(r"(?<!\d),(?= )", "", text))


def with_semicolons(text: str) -> str | None:
    """With a semicolon for each comma."""
    return _other(text, re.sub(r",(?= )", ";", text))


def without_mark(text: str) -> str | None:
    """Without the question mark at its end."""
    return text[:-1] if text.endswith("?") and "?" not in text[:-1] else None


def in_lines(text: str) -> str | None:
    """Each sentence in a line of its own."""
    return _other(text, "\n".join(_sentences(text)))


def in_a_list(text: str) -> str | None:
    """Each sentence behind the mark of a list."""
    told = _sentences(text)
    return "\n".join(f"- {each}" for each in told) if len(told) > 1 else None


def as_a_note(text: str) -> str | None:
    """Behind a greeting, each part of the case behind the mark of a list, nothing at the ends."""
    *case, asked = _sentences(text)
    if not case:
        return None
    parts = [part for each in case for part in each.rstrip(".").split(", ")]
    return "\n".join(("hi all", *(f"- {part}" for part in (*parts, asked.rstrip("?")))))


def question_first(text: str) -> str | None:
    """The question before the case."""
    told = _sentences(text)
    asks_last = len(told) > 1 and told[-1].endswith("?") and len(told[-1].split()) > 1
    return " ".join((told[-1], *told[:-1])) if asks_last else None


def case_turned_round(text: str) -> str | None:
    """The sentences of the case in the other order, the question last."""
    told = _sentences(text)
    return " ".join((*reversed(told[:-1]), told[-1])) if len(told) > 2 else None


def with_another_fact(text: str) -> str | None:
    """With a sentence on the patient that no statement depends on."""
    told = _sentences(text)
    if len(told) < 2:
        return None
    wed = "wife" if _IS_MAN.search(text) else "husband"
    return " ".join(
        (*told[:-1], f"Lives with {'his' if wed == 'wife' else 'her'} {wed}.", told[-1])
    )


def with_fixed_hyphens(text: str) -> str | None:
    """With the hyphen and the space of word processors that keep a line together."""
    return _other(text, re.sub(r"(?<=\w)-(?=\w)", "\u2011", text).replace(" mg", "\u00a0mg"))


def _sentences(text: str) -> list[str]:
    return _SENTENCE_END.split(text)


def _other(text: str, changed: str) -> str | None:
    return changed if changed != text else None

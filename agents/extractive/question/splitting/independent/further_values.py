"""Further values of one measure, each a question of its own.

"Capecitabine dose for CrCl 42, and at 27?" and "in moderate and in severe renal impairment?" are
two questions: what holds for one value does not hold for the other. "CrCl 60 in May, 42 now" is one
patient, of whom the newest value holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from agents.extractive.question.splitting.independent.value_shapes import (
    BESIDE,
    CLASSES,
    COURSE,
    FURTHER,
    LISTS,
    MOST_BESIDE,
    NEXT,
    ToldValue,
    told_values,
)
from agents.extractive.question.splitting.segments import MOST_PARTS
from agents.matching.sub_question import SubQuestion
from names.recognise import recognise

_SENTENCE_ENDS = re.compile(r"(?<=[?!;])\s|(?<=\.)\s(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class FurtherValue:
    """The message as it would ask for one of the values alone."""

    text: str
    value: str
    """The words of the value."""


def further_values(text: str, *, is_in_thread: bool = False) -> tuple[FurtherValue, ...]:
    """The message once for each value of a measure of which it asks several; empty if it asks of
    one. Without a drug, here or in the thread, there is nothing whose rule differs by the value."""
    text = " ".join(text.split())
    if not is_in_thread and not recognise(text).of("drug", "drug_class", "unknown_drug"):
        return ()
    return tuple(
        (_in_lists(text) or _side_by_side(text) or _behind_the_question(text))[:MOST_PARTS]
    )


def asked_in_full(text: str, earlier: Sequence[str]) -> str:
    """A message that only tells a further value for the question before it ("and at 25?"), as that
    question with the value; any other message as it is. ``earlier``: the questions before, oldest
    first."""
    before = ""
    for each in (*earlier, text):
        before = _in_full(each, before)
    return before


def _in_full(text: str, before: str) -> str:
    found = FURTHER.match(f"? {' '.join(text.split())}") if before else None
    if found is None or found.end() < len(text.rstrip(" ?.")) + 2:
        return text
    told = further_values(f"{_as_question(' '.join(before.split()))} {text}")
    return told[-1].text if len(told) > 1 and told[-1].value else text


def parts_of_value(parts: Sequence[SubQuestion], value: str) -> tuple[SubQuestion, ...]:
    """The parts of one of several values. Where the words of a part do not tell the value, it is
    named beside them."""
    unsaid = (value if value not in part.text else "" for part in parts)
    return tuple(
        replace(part, is_of_value=True, focus=part.focus or told)
        for part, told in zip(parts, unsaid, strict=True)
    )


def _in_lists(text: str) -> list[FurtherValue]:
    """The classes or grades of a list: "in mild and moderate renal impairment", "Child-Pugh B and
    C". Each has to be read as a value of its own."""
    for pattern in LISTS:
        found = pattern.search(text)
        if found is None or _is_course(text, found.start(), found.end()):
            continue
        prefix = found["prefix"]
        told = CLASSES.findall(found[0][len(prefix) :])
        items = [f"{text[: found.start()]}{prefix}{each}{text[found.end() :]}" for each in told]
        values = [_value_at(item, found.start()) for item in items]
        if len(set(told)) == len(told) and _are_apart(values):
            words = [f"{prefix}{each}".strip() for each in told]
            return [FurtherValue(i, w) for i, w in zip(items, words, strict=True)]
    return []


def _side_by_side(text: str) -> list[FurtherValue]:
    """The values that stand beside each other: "CrCl 42 and 27", "bilirubin 2x or bilirubin 4x"."""
    for first in told_values(text):
        told, end, joins = [first.words], first.end, ""
        while joined := BESIDE.match(text, end):
            found = NEXT.match(text, joined.end())
            words = first.with_value(found["value"]) if found else ""
            end_of_value = found.end("value") if found else 0
            if not words:
                same = [v for v in told_values(text) if v.start == joined.end()]
                if not same or same[0].measure != first.measure:
                    break
                words, end_of_value = same[0].words, same[0].end
            told, end, joins = [*told, words], end_of_value, joined[0]
        # A list ends with a word: of "80, 60" nobody knows what the second is.
        if len(told) < 2 or not joins.strip(" ,") or _is_course(text, first.start, end):
            continue
        items = [f"{text[: first.start]}{words}{text[end:]}" for words in told]
        if _are_apart([_value_at(item, first.start) for item in items]):
            return [FurtherValue(i, w) for i, w in zip(items, told, strict=True)]
    return []


def _behind_the_question(text: str) -> list[FurtherValue]:
    """The question itself, and each further value that is told behind it: ", and at 27?"."""
    further: list[FurtherValue] = []
    first = ""
    start = 0
    while len(further) < MOST_PARTS and (found := FURTHER.search(text, start)):
        start = found.start() + 1
        head, rest = text[: found.start()], text[found.end() :]
        first_value = _target(head, found)
        if not _asks_further(text, found) or first_value is None:
            continue
        if first_value.is_one_of_several:
            further.append(FurtherValue(found[0].strip(" ,;:.?–-") + "?", ""))
        else:
            words = first_value.with_value(found["value"])
            asked = _last_question(head, first_value)
            item = f"{asked[0]}{words}{asked[1]}"
            one, other = (_value_at(head, first_value.start), _value_at(item, len(asked[0])))
            if not words or not _are_apart([one, other]):
                continue
            closes = found["join"].strip() == "?" or rest[:1] == "?"
            tail = "" if closes and "?" in rest[1:] else rest.lstrip("?")
            further.append(FurtherValue(f"{_as_question(item)}{tail}", words))
        first = first or first_value.words
        text = f"{_as_question(head)}{rest.lstrip('?')}"
    return [FurtherValue(text, first), *further] if further else []


def _asks_further(text: str, found: re.Match[str]) -> bool:
    """Whether what looks like a further value is asked of, and not the next one of a course."""
    opens = found["lead"] or found["asks"] or "?" in found["join"]
    leads = found["place"] or found["asks"] or "?" in found["join"] or not found["v_number"]
    behind = text[found.end() :].strip()
    is_bare = not (found["lead"] or found["place"] or found["asks"])
    # The mark of a list ("2) olaparib?") is no value.
    is_mark = found["v_number"] and (behind[:1] == ")" or (is_bare and behind[:1] not in {"", "?"}))
    if not opens or not leads or is_mark:
        return False
    supposed = (found["place"] or "").strip() in {"if", "when", "once"} or found["asks"]
    return (
        bool(supposed) or "?" in found["join"] or not _is_course(text, found.start(), found.end())
    )


def _target(head: str, found: re.Match[str]) -> ToldValue | None:
    """The value before that a further one takes the place of: the last one that is written so. One
    of several if numbers of other measures stand there too, and no unit tells them apart."""
    fitting = [each for each in told_values(head) if each.with_value(found["value"])]
    fitting = [each for each in fitting if not each.is_of_body] or fitting
    if not fitting:
        return None
    measures = {each.measure for each in fitting}
    return fitting[-1].of_several() if found["v_number"] and len(measures) > 1 else fitting[-1]


def _last_question(head: str, value: ToldValue) -> tuple[str, str]:
    """The words before and behind the value, without earlier questions in which it does not
    stand."""
    bounds = [0, *(m.end() for m in _SENTENCE_ENDS.finditer(head)), len(head)]
    spans = list(pairwise(bounds))
    asking = [span for span in spans if head[span[0] : span[1]].rstrip().endswith("?")]
    dropped = [(begin, end) for begin, end in asking[:-1] if not begin <= value.start < end]
    kept = [span for span in spans if span not in dropped]
    before = "".join(head[b : min(e, value.start)] for b, e in kept if b < value.start)
    behind = "".join(head[max(b, value.end) : e] for b, e in kept if e > value.end)
    return before, behind


def _as_question(words: str) -> str:
    words = words.rstrip(" ,;:–-")
    return words if words[-1:] in {"?", ".", "!"} else f"{words}?"


def _is_course(text: str, start: int, end: int) -> bool:
    """Whether words of time or change stand beside the values, in the same sentence."""
    bounds = [0, *(m.end() for m in _SENTENCE_ENDS.finditer(text)), len(text)]
    begins = max(each for each in bounds if each <= start)
    ends = min(each for each in bounds if each >= end)
    near = text[max(begins, start - MOST_BESIDE) : min(ends, end + MOST_BESIDE)]
    return COURSE.search(near) is not None


def _value_at(text: str, start: int) -> ToldValue | None:
    """The value that is read at a place of a text."""
    return next((v for v in told_values(text) if v.start <= start < v.end), None)


def _are_apart(values: Sequence[ToldValue | None]) -> bool:
    """Whether all were read as values of one measure, and no two are the same."""
    read = [each for each in values if each is not None]
    if len(read) < len(values) or len({each.measure for each in read}) != 1:
        return False
    return len({each.value for each in read}) == len(read)

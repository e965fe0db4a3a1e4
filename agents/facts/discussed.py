"""What a message between colleagues states of their patient: not what it asks or proposes, not what
it tells of trials or of somebody else. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from names.clinical.readers import read_patient
from names.clinical.values import Therapy
from names.recognise import recognise

SENTENCE_OR_LINE = re.compile(r"[^.?!;\n]*(?:\.(?!\s|$)[^.?!;\n]*)*[.?!;\n]?")
"""What stands up to the end of a sentence, of its part or of a line."""
_CLAUSE = re.compile(
    r",(?!\d)|\s[–—-]\s|\b(?:so|but|hence|therefore|because)\b|\band (?=(?:I|we)\b)", re.I
)
_AUXILIARY = (
    r"(?:can|could|should|shall|may|might|would|will|do|does|did|is|are|was|were|has|have|had)"
)
_ASKS = re.compile(
    r"\b(?:what|how|why|whether)\b"
    rf"|\b{_AUXILIARY} (?:I|we|you|she|he|it|they|there|this|that|any\w{{0,4}}|some(?:one|body))\b"
    r"|(?:^\W{0,9}|[,:–—]\s{0,3}|\b(?:and|or|but) )"
    rf"(?:which|who|when|where|any|{_AUXILIARY})\b",
    re.I,
)
"""With which a question begins, after the case perhaps: "54 f, TNBC, ECOG 1, what next?"."""
_PROPOSES = re.compile(
    r"\b(?:would|should|could|might|may|must|suggest\w*|recommend\w*|propos\w+|consider\w*|prefer\w*"
    r"|favou?r\w*|vote|voting|rather|let['’]?s|if|unless|in case|instead of|how about|what about"
    r"|why not|in favou?r of|argu\w+ for|opt\w* for|go(?:ing)? (?:for|with)|switch to|start with"
    r"|plan\w*|guess\w*|think (?:of|about)|push for|agree\w*|disagree\w*|against|\+1)\b",
    re.I,
)
_OTHER_ONE = re.compile(
    r"\b(?:I|we)(?:['’](?:ve|d))? (?:(?:have|had|recently|once|just|also|already|only) )*"
    r"(?:had|saw|seen|treated|remember|know) (?:(?:exactly|just) )?"
    r"(?:one|another|someone|somebody|two|three|several|many|some|similar|a similar|an? other)\b"
    r"|\b(?:similar|comparable|last|previous) (?:patient|pt|case|woman|man|lady)\b"
    r"|\b(?:another|one|some|most|many|all|several) of (?:my|our)\b"
    r"|\b(?:my|our) (?:own |last |other |previous )?(?:patients|cases|cohort|series)\b"
    r"|\bin (?:my|our) (?:experience|hands|cent(?:re|er)|clinic)\b",
    re.I,
)
"""Words with which a colleague begins to compare with somebody else. "Next case" is no such word:
what others write after it may be of that one."""
_ONE_OF_OURS = re.compile(
    r"\b(?:I|we)(?:['’](?:ve|d))? (?:(?:have|had|recently|once|just|also|already) )*"
    r"(?:had|saw|seen|treated|remember) an? (?:[\w-]+ ){0,3}?(?:patient|pt|case|woman|man|lady)\b"
    r"|\bmy (?:patient|pt|case)\b",
    re.I,
)
"""The same, unless the case itself is told so: "I saw a woman of 54 with …"."""
_SHORT = 5
"""Words of a question that only names something ("PIK3CA mutated, right?"). Chosen by hand."""


def tells_of_another(text: str, *, is_first: bool) -> bool:
    """Whether a message compares with another patient. ``is_first``: nothing is known yet of the
    thread's own, so that the message may be the one that presents the case."""
    return _other_at(text, is_first=is_first) is not None


def stated_part(text: str, *, is_first: bool = False) -> str:
    """The message with spaces in the place of all that states nothing of the patient: what is
    asked, proposed, planned or supposed, what is told of trials, and, from its first word to the
    end of the message, what is told of another patient."""
    end = _other_at(text, is_first=is_first)
    kept = text if end is None else text[:end] + " " * (len(text) - end)
    kept = _blank_out(kept, _unstated_places(kept))
    planned = (
        (found.start, found.end)
        for found in read_patient(kept)
        if isinstance(found.value, Therapy) and found.value.outcome == "planned"
    )
    return _blank_out(kept, planned)


def proposes(text: str) -> bool:
    """Whether a sentence proposes something, or says what should be done."""
    return bool(_PROPOSES.search(text))


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """The places of the sentences of a message; a line is one, and so is what a ";" ends."""
    for match in SENTENCE_OR_LINE.finditer(text):
        if match.group().strip():
            yield match.span()


def _unstated_places(text: str) -> Iterator[tuple[int, int]]:
    for start, end in sentences(text):
        if text[start:end].rstrip().endswith("?"):
            yield from _places_of_question(text, start, end)
            continue
        for first, last in _clauses(text, start, end):
            clause = text[first:last]
            if _PROPOSES.search(clause) or recognise(clause).of("trial", "registration", "pmid"):
                yield first, last


def _places_of_question(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """What a sentence that asks does not state: it may tell the case first ("54 f, TNBC, what
    next?")."""
    asks = _ASKS.search(text[start:end])
    if asks is not None:
        yield start + asks.start(), end
    elif len(text[start:end].split()) <= _SHORT:
        yield start, end


def _clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    first = start
    for match in _CLAUSE.finditer(text, start, end):
        yield first, match.start()
        first = match.end()
    yield first, end


def _other_at(text: str, *, is_first: bool) -> int | None:
    """Where a message begins to tell of another patient: the start of that sentence."""
    found = _OTHER_ONE.search(text) or (None if is_first else _ONE_OF_OURS.search(text))
    if found is None:
        return None
    before = [start for start, _ in sentences(text) if start <= found.start()]
    return before[-1] if before else 0


def _blank_out(text: str, places: Iterable[tuple[int, int]]) -> str:
    pieces: list[str] = []
    done = 0
    for start, end in sorted(places):
        pieces += [text[done:start], " " * (end - max(start, done))]
        done = max(done, end)
    return "".join([*pieces, text[done:]])

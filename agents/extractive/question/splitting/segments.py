"""Splits a message into its questions. Each question is answered, or declared a gap, for itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.extractive.question.kinds import QuestionKind, kind_of_question, kinds
from agents.extractive.question.requests.aspects import aspects_asked, kind_of_aspects
from agents.extractive.question.requests.capabilities import CAPABILITY, missing_capability
from agents.extractive.question.splitting.enumeration import Enumeration, find_enumeration
from agents.extractive.question.splitting.findings import (
    only_denies,
    only_tells_finding,
    with_answers_told,
)
from agents.extractive.question.splitting.second_questions import (
    before_another,
    before_harm,
    before_its_dose,
    before_other_matter,
    before_taken_beside,
    before_treatment,
)
from agents.wording.not_found import partly_read
from names.clinical.grammar.times import landmark_months
from names.clinical.readers import read_clinical
from names.clinical.toxicities import nameless_grades
from names.recognise import recognise

LONGEST = 2_000
"""Most characters of a message that are split: about five long sentences. Of a longer message, such
as a pasted sequence, the end is kept, because people ask there. The fact sheet reads the whole
message."""
MOST_PARTS = 5
"""Most questions of a message. Chosen by hand: a message seldom has more."""
SENTENCE = re.compile(r"[^.?!\n]+(?:[.?!](?!\s|$)[^.?!\n]*)*[.?!]*")
ITEM = re.compile(r"\s?(?:[,;]\s?(?:and\s|plus\s|or\s)?|\band\s|&\s|\bplus\s|\+\s)")
"""What stands between the items of a list. Blanks were made single before."""
MORE = re.compile(
    r"\W{0,2}&|\W{0,3}or (?:what|which|how|else|should|can)\b"
    r"|(?!\W{0,3}(?:and|also|plus) (?:s?he|they|pt|patient)\b)\W{0,3}(?:and|also|plus"
    r"|same|what|which|how|who|when|can|could|please|pls)\b"
    r"|\W{0,3}(?:if (?:not|no|yes|so|ok)|otherwise|failing that)\W{1,3}(?:then )?(?:what|which|how"
    r"|when|at)\b",
    re.IGNORECASE,
)
"""How a further request begins behind a question."""
OPENS = re.compile(
    r"\W{0,3}(?:and |so |ok )?(?:what(?:['’]?s)?|which|how|who) (?:\w{1,20} ){0,4}?(?:do|does|did"
    r"|is|are|was|were|can|should|could|will|would|dose|about|show\w*)\b",
    re.IGNORECASE,
)
"""How a question begins that ends in a full stop and stands before one with a question mark."""
COURTESY = re.compile(
    r"\W{0,3}(?:(?:many |kind )?(?:thanks|thank you|thx|regards|cheers|please|pls|plz|kindly|hi"
    r"|hello|hey|dear|good (?:morning|afternoon|evening)|(?:any |all )?(?:advice|thoughts|input"
    r"|help|ideas|suggestions|opinions?)|(?:quick |one )?question(?: for you)?|quick one"
    r"|(?:would|i) appreciate|grateful)"
    r"(?:[ ,]{1,2}(?:advise|help|in advance|a lot|all|everyone|team|colleagues|both|folks|guys|asap"
    r"|so much|for|your|any|the|me|us|advice|input|thoughts|appreciated|welcome|please|pls"
    r"|is|are|much|greatly|very|kindly|urgent|on this|here|to|you|quick|one|question|best|kind"
    r"|regards|thanks|good|morning|afternoon|evening|verify|confirm|clarify|double-?check|check"
    r"|which product|it)){0,9})\W{0,9}",
    re.IGNORECASE,
)
"""A sentence that only greets, asks for attention or thanks."""
SHORTEST = 3
"""Fewest sentences of a case, and most words of a question that leans on the sentence before.
Chosen by hand."""
REMARK = re.compile(
    r"(?i)\W{0,3}(?:fyi|btw|by the way|note(?: that)?|of note|also)?[,:]?\s?"
    r"(?:(?:the|this|my|our|her|his|their)\s)?(?:pt|patient|s?he|they|lady|gentleman|man|woman)\b"
)
"""How a sentence begins that tells of the patient."""
PUTS_FORWARD = re.compile(
    r"(?i)\b(?:(?:may|might|could|would|will|also|probably) (?:also |soon |then )?(?:need|require"
    r"|want|get|start|be (?:given|put on|started on))|needs? to (?:start|take|have)"
    r"|to be started on|considering|planning|thinking (?:of|about)|instead)\b"
)
"""Words that bring up a drug that the patient does not take yet, without a question mark."""
_INDICATION = re.compile(r"(?i)\b(?:indications?|indicated|approvals?|approved|licen[cs]ed)\b")
LONGEST_ITEM = 6
"""Most words of a list item that asks for indications. Chosen by hand."""
UNSAID = frozenset(("general", "definition"))
"""Kinds that a question gets if its words say no other kind."""
_NUMBERED = re.compile(r"^\W*\d{1,2}\s?[.)]\s+(?=[A-Za-z])")
_WHAT_IF = re.compile(
    r"(?i)(?:[;.]\s?|,?\s(?:and|or)\s|,\s)(?:and |but |or )?(?=(?:what|how about) if\b)"
)
"""What stands before "what if", behind another question."""
_REQUEST_BEHIND = re.compile(
    r"[,;]?\s(?:and|then|also)(?: then| also| please)?\s"
    r"(?P<request>(?:write|draft|send|e-?mail|book|schedule|arrange|order|remind|prescribe)\b.{3,})",
    re.IGNORECASE,
)
"""A request that follows a question in the same sentence: "and draft a letter"."""
_TAKEN_FOR_GRANTED = re.compile(
    r"\W{0,9}(?:since|as|because|given that|now that)\s(?P<claim>[^,?]{3,200}"
    r"\b(?:approved|indicated|licensed)\b[^,?]{0,200}),\s(?P<asked>.{3,})",
    re.IGNORECASE,
)
"""A claim on an approval before a question. Whether the claim is true is asked separately."""


@dataclass(frozen=True, slots=True)
class QuestionSegment:
    """One question of a message."""

    text: str
    kind: QuestionKind
    shared: str = ""
    """The words before a list of things asked ("For olaparib:"). They belong to each item."""
    is_item: bool = False
    """Whether the question is in a list with shared words. Then it takes nothing from the item
    before it."""
    is_on_other_matter: bool = False
    """Whether the question is on something that nothing here knows. It asks nothing of the
    patient."""


def split_question(text: str) -> tuple[QuestionSegment, ...]:
    """The questions of a message in order, at most ``MOST_PARTS``; the whole message if it is one
    question."""
    listed = find_enumeration(text)
    segments = _items(listed) if listed else []
    for sentence, clause in _asking_sentences(text) if not segments else ():
        segments += _segments_of(sentence, clause)
    unique: dict[tuple[str, str], QuestionSegment] = {}
    for segment in _with_findings(segments):
        unique.setdefault((segment.text.lower(), segment.kind), segment)
    return tuple(unique.values())[:MOST_PARTS]


def _with_findings(segments: Sequence[QuestionSegment]) -> list[QuestionSegment]:
    """The questions, with sentences that only tell a finding joined to the questions on a dose. The
    plain dose is not the dose of a patient with the finding."""
    tells = [s for s in segments if s.kind != CAPABILITY and only_tells_finding(s.text)]
    if not tells or not any(s.kind == "dose" and s not in tells for s in segments):
        return list(segments)
    told = ", ".join(each.text.strip(" .?!") for each in tells)
    return [
        replace(each, text=f"{each.text.strip(' .?!')}, {told}?") if each.kind == "dose" else each
        for each in segments
        if each not in tells
    ]


def _items(listed: Enumeration) -> list[QuestionSegment]:
    """The questions of a list. Each item gets the words before the list, or the drug that is named
    there. A question before the list comes first. Empty if no item asks anything."""
    if not any(map(_asks, listed.items)):
        return []
    segments = list(split_question(listed.lead)) if "?" in listed.lead else []
    for item in listed.items:
        if missing_capability(item) is not None:
            segments.append(QuestionSegment(item, CAPABILITY))
            continue
        shared = "" if recognise(item).of("drug") else listed.shared or _subject_of(listed.lead)
        own = _listed_segments(item)
        kind = _explicit_kind(item) or kind_of(f"{shared} {item}".strip())
        segments += own or [QuestionSegment(item, kind, shared, is_item=bool(shared))]
    return segments


def _asks(item: str) -> bool:
    return "?" in item or _explicit_kind(item) is not None


def _segments_of(sentence: str, clause: str) -> list[QuestionSegment]:
    """The questions of a sentence. ``clause``: the same sentence without the lead taken from the
    sentence before."""
    sentence, clause = _NUMBERED.sub("", sentence), _NUMBERED.sub("", clause)
    tail = _REQUEST_BEHIND.search(clause)
    if tail is not None and missing_capability(tail["request"]) is not None:
        before = _segments_of(sentence.replace(tail[0], "").strip(), clause[: tail.start()])
        return [*before, QuestionSegment(tail["request"], CAPABILITY)]
    if missing_capability(clause) is not None:
        return [QuestionSegment(sentence, CAPABILITY)]
    taken = _TAKEN_FOR_GRANTED.match(sentence)
    if taken is not None:
        claim, asked = taken["claim"].strip(), taken["asked"].strip()
        shared = "" if recognise(asked).of("drug") else _subject_of(claim)
        return [
            QuestionSegment(f"{claim}?", "therapy"),
            QuestionSegment(asked, kind_of(asked), shared),
        ]
    another = before_another(sentence) or before_taken_beside(sentence) or before_harm(sentence)
    if another := another or before_treatment(sentence):
        first, behind = another
        return [*_segments_of(first, first), QuestionSegment(behind, kind_of(behind))]
    if other := before_other_matter(sentence):
        first, behind = other
        apart = QuestionSegment(behind, "general", is_item=True, is_on_other_matter=True)
        return [*_segments_of(first, first), apart]
    if supposing := _before_supposing(sentence):
        first, behind = supposing
        own = () if recognise(behind).of("drug") else recognise(first).of("drug")
        shared = ", ".join(each.text for each in own)
        return [*_segments_of(first, first), QuestionSegment(behind, kind_of(behind), shared)]
    kind = kind_of(clause)
    if kind in UNSAID:
        kind = kind_of(sentence)
    if kind == "dose" and (choice := before_its_dose(sentence, clause)):
        # Whether a drug is given at all, and which one, comes before its dose.
        return [QuestionSegment(choice, "therapy"), QuestionSegment(sentence, kind)]
    return _listed_segments(sentence) or [QuestionSegment(sentence, kind)]


def _before_supposing(sentence: str) -> tuple[str, str] | None:
    """The question before "what if", and the question behind. None if no question on a drug stands
    before."""
    found = _WHAT_IF.search(sentence)
    if found is None:
        return None
    before, behind = f"{sentence[: found.start()].strip()}?", sentence[found.end() :]
    asks = _explicit_kind(before) is not None or found[0][0] == ";"
    return (before, behind) if asks and recognise(before).of("drug") else None


def kind_of(text: str) -> QuestionKind:
    """The kind of a question by its words and by what it names."""
    return kind_of_question(text, recognise(text))


def what_is_not_read(text: str) -> str:
    """A sentence that says that only the end of a long message was searched for questions. Empty
    for a message that was read whole."""
    return "" if len(" ".join(text.split())) <= LONGEST else partly_read(LONGEST)


def _asking_sentences(text: str) -> list[tuple[str, str]]:
    """The sentences that ask, as pairs of (sentence with its lead, sentence alone). These are
    sentences with a question mark, and requests behind the first of them. Without a question mark:
    a short message as a whole, or the last sentence of a case."""
    text = with_answers_told(" ".join(text.split())[-LONGEST:])
    sentences = [s.strip() for s in SENTENCE.findall(text) if s.strip()]
    sentences = [s for s in sentences if not COURTESY.fullmatch(s)] or sentences
    text = " ".join(sentences)
    marked = [place for place, s in enumerate(sentences) if s.endswith("?")]
    if not marked and len(sentences) > 1 and has_remarks_behind(sentences):
        marked = [0]
    if not marked:
        whole = text if len(sentences) < SHORTEST else sentences[-1]
        return [(whole, whole)]
    asking = [
        place
        for place, sentence in enumerate(sentences)
        if place in marked
        or (place > marked[0] and _requests(sentence))
        or (place < marked[0] and OPENS.match(sentence))
    ]
    pairs = [(_with_lead(place, sentences, asking), sentences[place]) for place in asking]
    return [*pairs, *((each, each) for each in _put_forward(sentences, asking))]


def has_remarks_behind(sentences: Sequence[str]) -> bool:
    """Whether the first sentence asks something of a drug, and all others only tell of the patient
    and a further drug: "Dose of olaparib please. She also takes aspirin"."""
    asks = _explicit_kind(sentences[0]) is not None and recognise(sentences[0]).of("drug")
    return bool(asks) and all(map(_is_remark, sentences[1:]))


def _is_remark(sentence: str) -> bool:
    asks = PUTS_FORWARD.search(sentence) or MORE.match(sentence) or _explicit_kind(sentence)
    return bool(REMARK.match(sentence) and recognise(sentence).of("drug")) and not asks


def _put_forward(sentences: Sequence[str], asking: Sequence[int]) -> list[str]:
    """The sentences behind a question that ask nothing but bring up a further drug: "he may also
    need rasburicase". The same is then asked of this drug."""
    named = recognise(" ".join(sentences[place] for place in asking)).names("drug")
    found = []
    for sentence in sentences[asking[0] + 1 :]:
        new = recognise(sentence).names("drug") - named
        if new and not sentence.endswith("?") and PUTS_FORWARD.search(sentence):
            found.append(sentence)
    return [each for each in found if each not in [sentences[place] for place in asking]]


def _requests(sentence: str) -> bool:
    """Whether a sentence without a question mark asks for something more: "also the dose"."""
    if missing_capability(_NUMBERED.sub("", sentence)) is not None:
        return True
    asked = MORE.match(sentence) or kind_of(sentence) not in {*UNSAID, "therapy"}
    return bool(asked) and not only_denies(sentence)


def _with_lead(place: int, sentences: list[str], asking: list[int]) -> str:
    """A question with the sentence before it, if it is too short to be understood alone ("Stop?")
    and that sentence asks nothing."""
    sentence = sentences[place]
    alone = (
        place == 0
        or place - 1 in asking
        or len(sentence.split()) > SHORTEST
        or bool(recognise(sentence).mentions)
        or kind_of(sentence) not in {"general", "definition", "interaction", "adverse"}
    )
    return sentence if alone else f"{sentences[place - 1]} {sentence}"


def _listed_segments(sentence: str) -> list[QuestionSegment]:
    """The items of "For olaparib: dose, renal adjustment and toxicity?", when at least two of
    them ask for different kinds of thing."""
    lead, colon, rest = sentence.partition(": ")
    body, shared = (rest, lead) if colon and rest else (sentence, "")
    items = [item.strip(" ?.") for item in ITEM.split(body) if item.strip(" ?.")]
    found = [(item, kind) for item in items if (kind := _explicit_kind(item)) is not None]
    different = {(kind, aspects_asked(item), *_timed_outcomes(item, body)) for item, kind in found}
    if min(len(items), len(different)) < 2 or len(found) < len(items):
        return []
    # A finding in the first item belongs to those behind it: "X, grade 2 diarrhoea, dose?".
    apart = bool(shared) or not (read_clinical(items[0]) or nameless_grades(items[0]))
    lead = shared or _subject_of(sentence)
    apart = apart and bool(lead)
    return [QuestionSegment(e, kind, "" if lead in e else lead, is_item=apart) for e, kind in found]


def _timed_outcomes(item: str, body: str) -> tuple[str, ...]:
    """The outcomes of an item, if the list asks for some of them at a time: "OS at 5 years and
    pCR". Empty if it names no time."""
    timed = landmark_months(body)
    return tuple(sorted(recognise(item).names("outcome"))) if timed else ()


def _explicit_kind(item: str) -> QuestionKind | None:
    """The kind that the words of a short item say; None if they say none."""
    if made := kind_of_aspects(item):
        return made
    for name, kind in kinds().items():
        if name not in {"definition", "general", "therapy"} and kind.asked_by.search(item):
            return name
    found = recognise(item)
    if found.of("outcome"):
        return "trial_result"
    if found.of("effect") or kinds()["adverse"].asked_in_case_by.search(item):
        return "adverse"
    if found.names("condition") & {"renal impairment", "hepatic impairment"}:
        return "dose"
    asks_for_use = len(item.split()) <= LONGEST_ITEM and _INDICATION.search(item)
    return "therapy" if asks_for_use else None


def _subject_of(sentence: str) -> str:
    """The first drug that a sentence names, or else its first trial: its items share it."""
    found = recognise(sentence)
    named = found.of("drug") or found.of("trial")
    return named[0].text if named else ""

"""What a message asks and answers itself, told as its answer: "brain mets? no, ALK fusion" becomes
"brain mets: no. ALK fusion". The answer is of what it stands behind, and of nothing that follows.
An objection to what was just said is no answer: :mod:`names.clinical.corrections.objections`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.corrections.objections import objects_at
from names.clinical.corrections.proposals_asked import asks_what_to_do
from names.clinical.expansion import Change
from names.clinical.treatment.agents import find_agents
from names.recognise import recognise

_DENIES = r"no|nope|nah|none|nil|never"
_MORE = r"(?:\s(?:known|so far|yet|to date|at all|ever|currently|thanks|thank you))?"
"""Words behind a denial that add nothing to it."""
_ENDS = (
    r"(?P<end>\s?[.,;:!]{1,3}(?=\s|$)|\s?[–—](?!\w)|\s-(?=\s)|(?=\s{0,2}(?:[()\n]|->|=>|→|⇒|$)))"
)
"""What ends an answer; behind "no BRCA mutation" nothing is answered."""
_ANSWERED = re.compile(
    rf"(?i)(?<=[\w)+*%\]])(?P<mark>\s?\?{{1,3}}\s{{0,2}}|\s[-–—]\s|\s?=\s"
    r"|:\s(?=(?i:never|nope|nah)\b)"
    r"|(?<!\bhas)(?<!\bhad)(?<!\bhave)(?<!\bwere)(?<!\bwas)(?<!\band)(?<!\bor)(?<!\bbut)(?<!\balmost)"
    r"\s(?=never\b))"
    rf"(?P<answer>(?:(?:{_DENIES}),?\s(?=(?:{_DENIES})\b))?(?:{_DENIES})){_MORE}{_ENDS}"
)
_PRIOR_NONE = re.compile(
    rf"(?i)(?<=[\w)])(?P<mark>\s?:\s)(?P<answer>(?:none|nil|no)){_MORE}{_ENDS}"
)
"""Behind the colon of a treatment that was looked for in the history: "prior bev: none"."""
_JUST = re.compile(r"(?i)\s?,?\s?(?P<word>(?:just|only)\s)")
_ONLY_BEHIND = re.compile(r"(?i)\sonly(?=\s?(?:[.,;)\n]|$))")
_IS_BACK = re.compile(
    r"(?i)\s?:?\s?(?:pending|awaited|outstanding)\s?\?{1,3}\s(?:no|nope),?\s(?:it['’]?s\s|now\s)?"
    r"(?:back|in|out|here)\b[,:]?"
)
"""A result that is there after all: "ISH: pending? no, back, not amplified"."""
_ONLY = re.compile(
    r"(?i)\b(?:chemo(?:therapy)?|prior (?:treatment|therapy|tx|rx|lines?|chemo(?:therapy)?))"
    r"(?P<mark>\s?\?{1,3}\s{1,2})(?=[a-z])[^.;,?!\n]{2,40}?(?P<only>\sonly)(?=\s?(?:[.,;)\n]|$))"
)
_AFFIRMED = re.compile(
    rf"(?i)(?<=[\w)+*%\]])(?P<mark>\s?\?{{1,3}}\s)"
    rf"(?=(?:yes|yep|yeah)(?:{_ENDS}|(?P<goes_on>\s(?:on|with|since|for|from|in|under|\d))))"
)
_RESULT = re.compile(
    r"(?i)(?<=[\w)+*%\]])(?P<mark>\s?\?{1,3}\s)(?=(?:(?:negative|neg|positive|pos|wild[\s-]?type|wt"
    r"|mutated|mutant|amplified|intact|lost|loss|deleted|high|low|normal|pending|awaited|unknown|equivocal"
    r"|non-?amp(?:lified)?|non-?mutated"
    r"|(?:not|never) (?:yet )?(?:done|tested|known|available|sent|amplified|mutated))"
    r"|(?:grade|gr|G)\s?[0-5]|[+−-]ve)\s?(?:[,.;:!()\n]|$))"
)
"""The question mark before a result: "T790M? neg"."""
_OTHER_RESIDUE = re.compile(
    r"(?<![\w.])[A-Z]\d{2,4}(?P<old>[A-Z]\s?\?{1,2}\s(?:[Nn]o,?\s)?)[A-Z](?=\s?(?:[.,;)\n]|$))"
)
"""A variant that is asked about, and the residue that it has in its place: "V600E? K"."""
_BELOW_LIMIT = re.compile(
    r"(?i)(?<=[\w)+*%\]])(?P<below>\s?(?:\?{1,3}|[:=–—-])?\s?(?:(?:is|was|at|VAF|remains)\s){0,2}"
    r"(?:\(\s?)?(?:(?:below|under|less than|<)\s?(?:the\s)?(?:assay['’]?s?\s)?"
    r"(?:LOD|LLOD|LOQ|LLOQ|limit of (?:detection|quantification)"
    r"|(?:detection|quantification) (?:limit|threshold))"
    r"|(?<=\?\s)(?:not|none|nothing) (?:seen|found|identified|detected|present|visible))\b"
    r"(?:\s?\))?)"
)
"""A result that no assay could see, behind what was looked for: "T790M? below LOD"."""
_OF_TEST = re.compile(
    r"(?i)\b(?:tested|testing|test|done|known|sent|available|checked|performed|measured|sequenced"
    r"|assessed|genotyped|profiled|result|results|report|reported|back)$"
)
"""Before an answer that denies a test, and not what it would find: "DPYD tested? no"."""
_WAS_GIVEN = re.compile(
    r"(?i)(?:\b(?:did|has|have|had|was|were)\s(?:(?:s?he|they|pt|the patient)\s)?|\bs?he['’]?s\s)?"
    r"(?:\b(?:ever|already|previously|any|an?)\s){0,2}\b(?:prior|previous(?:ly)?|earlier|ever|had|have|gets?"
    r"|got|received?|given|(?:treated|treatment) with|exposed to|exposure to)\s"
    r"(?:(?:treatment|therapy|exposure|use)\s(?:with|to|of)\s)?(?:(?:any|an?|the|prior)\s)?$"
)
"""Before a treatment of which a question asks whether it was had: "did she get bevacizumab?"."""


def answered_questions(text: str) -> Iterator[Change]:
    """The marks around a message's own answers, each as one that parts the answer from the rest."""
    yield from _answers(text)
    yield from _only_one_had(text)
    yield from ((*match.span(), "") for match in _IS_BACK.finditer(text))
    for match in _AFFIRMED.finditer(text):
        yield (*match.span("mark"), ": ")
        if match["goes_on"]:
            yield match.start("goes_on"), match.start("goes_on"), ","
    yield from ((*match.span("mark"), " ") for match in _RESULT.finditer(text))
    yield from ((*match.span("old"), "") for match in _OTHER_RESIDUE.finditer(text))
    yield from ((*match.span("below"), " not detected") for match in _BELOW_LIMIT.finditer(text))


def _answers(text: str) -> Iterator[Change]:
    for match in (*_ANSWERED.finditer(text), *_PRIOR_NONE.finditer(text)):
        if match.re is _PRIOR_NONE and not _asked_whether_given(text, match):
            continue
        if objects_at(text, match.start()) or _tells_no_treatment(text, match):
            continue
        stop = ". " if match["end"].strip() else ""
        behind = match.end() + (text[match.end() : match.end() + 1] == " ") if stop else match.end()
        if given := _asked_whether_given(text, match) or _never_had(text, match):
            start, drug, end = given
            yield start, drug, "no prior "
            yield end, behind, stop
            yield from _given_instead(text, match.end())
        elif "?" in match["mark"] and asks_what_to_do(text, match.start()):
            yield match.start("answer"), behind, ""
        elif _OF_TEST.search(text, max(0, match.start() - 12), match.start()):
            yield match.start(), behind, f": not done{stop}"
        else:
            yield match.start(), behind, f": no{stop}"


def _given_instead(text: str, start: int) -> Iterator[Change]:
    """The "just" before what was given in place of the treatment that was asked about."""
    agents = find_agents(text)
    just = _JUST.match(text, start)
    if just and any(each.start == just.end() for each in agents):
        yield (*just.span("word"), "had ")
    first = next((each for each in agents if each.start >= start), None)
    only = _ONLY_BEHIND.match(text, first.end) if first else None
    if first and only and not text[start : first.start].strip(" ,"):
        yield first.start, first.start, "had "
        yield (*only.span(), "")


def _only_one_had(text: str) -> Iterator[Change]:
    """The mark between a treatment that is asked about and the only one that was had: "chemo? cape
    only" is "had cape"."""
    agents = find_agents(text)
    for match in _ONLY.finditer(text):
        had = [each for each in agents if match.end("mark") <= each.start]
        named = had and had[0].start == match.end("mark")
        # A drug behind "?" may answer what to give; of chemotherapy as such nobody asks so.
        if named and not text[had[0].end : match.start("only")].strip():
            yield (*match.span("mark"), ": had ")
            yield (*match.span("only"), "")


def _tells_no_treatment(text: str, match: re.Match[str]) -> bool:
    """Whether a "never" stands behind a treatment, which is read so: "MEKi never"."""
    treatments = recognise(text).of("drug", "drug_class")
    return not match["mark"].strip() and any(each.end == match.start() for each in treatments)


_BEFORE_NOW = re.compile(
    r"(?i)(?:\s(?:already|before|yet|so far|ever|previously|earlier|in the past|at all)){0,2}"
)


def _never_had(text: str, match: re.Match[str]) -> tuple[int, int, int] | None:
    """Where a treatment stands that alone is asked about and answered with "never": "platinum?
    never". Nobody refuses so what is only proposed."""
    if match["answer"].lower() != "never" or "?" not in match["mark"]:
        return None
    named = next((e for e in find_agents(text) if e.end == match.start()), None)
    alone = named and _CLAUSE_BEGINS.search(text, max(0, named.start - 3), named.start)
    return (named.start, named.start, named.end) if named and alone else None


_CLAUSE_BEGINS = re.compile(r"(?:^|[.,;:!?\n(]\s?)$")


def _asked_whether_given(text: str, match: re.Match[str]) -> tuple[int, int, int] | None:
    """Where the words begin that ask whether the treatment before a "no" was had, and where that
    begins and ends; None if they ask something else."""
    named = [
        each
        for each in find_agents(text[: match.start()])
        if _BEFORE_NOW.fullmatch(text, each.end, match.start())
    ]
    asked = _WAS_GIVEN.search(text, 0, named[0].start) if named else None
    return (asked.start(), named[0].start, named[0].end) if asked else None

"""Failures and intolerances of a treatment that a text denies, doubts or tells of others: "never
failed X", "suspected progression on X", "most patients progress on X"."""

from __future__ import annotations

import re

from names.clinical.values import TherapyOutcome
from names.recognise import recognise

_FILL = (
    r"(?:(?:yet|ever|so far|as yet|to date|been|be|being|have|has|had|to|any|an?|the|clear(?:ly)?"
    r"|clinical(?:ly)?|real(?:ly)?|tru(?:e|ly)|known|confirmed|proven|documented|definite|overt"
    r"|evidence of|signs? of|history of|disease|tumou?r|radiograph\w{2,6}|radiolog\w{2,6}"
    r"|biochemical(?:ly)?|further|significant|serious|severe|major|relevant|prior|previous"
    r"|previously|considered|deemed|primary|acquired|acute|immediate|infusion|allergic|longer"
    r"|(?:s?he|it|they|there|patient|pt)(?: is| has)?|(?:grade|gr|G)\s?[1-5]"
    r"(?:[-–/][1-5])?)\s){0,4}"
)
"""Words that may stand between a denial or a doubt and what it is of."""
_NOT = (
    r"\b(?:no|not|never|non|without|w/o|nor|neither|denie[sd]|denying|absence of|lack of|cannot"
    r"|(?:has|have|had|is|was|did|does|are|were|do)n['’]?t)[\s-]"
)
_DENIAL = re.compile(rf"(?i){_NOT}{_FILL}$")
_DOUBT = re.compile(
    r"(?i)(?:\b(?:suspected|suspicion of|suspicious (?:for|of)|possibl[ey]|probabl[ey]|likely"
    r"|presumed|questionable|question of|query|r/o|rule out|ruling out|exclud(?:e|ing)|unclear"
    r"|unsure|uncertain|whether(?: or not)?|(?:not (?:clear|sure|certain)|unclear|unsure) (?:if"
    r"|whether)|concern(?:s|ing)? (?:for|of|about)|equivocal|borderline|unconfirmed|maybe|perhaps"
    r"|yet to|(?:might|may|could|would) have|unlikely)\s"
    rf"|(?<![\w)%+*\]?])\?\s?){_FILL}$"  # behind a word it ends a question: "X? PD on Y"
)
_OF_OTHERS = re.compile(
    r"(?i)\b(?:(?:risk|rates?|chance|fear|threat|odds|likelihood|time|prevention)"
    r" (?:of|to)|afraid of|(?:avoid|prevent|delay|postpon)\w{0,3}"
    r"|(?:most|many|some|other|few|half of|majority of|\d{1,3} ?% of)"
    r"(?: of| the| these| those)? (?:patients|pts|people|women|men|tumou?rs|cases)"
    r"(?: (?:who|that|have|had|will|would|eventually|ultimately|finally|then|do)){0,3})\s"
    rf"{_FILL}$"
)
"""Before a failure that may come, or that others had."""
_ORGAN = re.compile(
    r"(?i)\b(?:heart|cardiac|ventricular|LV|renal|kidney|liver|hepatic|respiratory|marrow|graft|organ"
    r"|ovarian|adrenal|pituitary|autonomic|fixation|implant|flap|wound|engraftment)\s$"
)
"""Before "failure" where it is no failure of the treatment: "heart failure on trastuzumab"."""
_WELL = re.compile(
    r"(?i)\b(?:(?<!not )(?:well|fine|stable(?: disease)?|NED|asymptomatic|tolerat\w{2,3}|in (?:CR"
    r"|PR|remission|response))"
    r"|(?:no|not|without)(?: \w{1,14}){0,2}? (?:progress\w*|relaps\w*|recurrences?|toxicit\w+|PD))"
    r"\s$"
)
"""Before "despite" where the disease has not got worse."""
REACH = 60
"""Characters before and behind in which such words stand. Chosen by hand."""
_OVER = (
    r"(?=\s?(?:$|[.,;:?!)\n–—-]|(?:by|on|at|in|after|and|but|so|yet|since|clinic\w+|radiol\w+)\b))"
)
_RULED_OUT = re.compile(
    r"(?i)\s?[,:(–-]?\s?(?:(?:was|were|is|has been|have been|had been|later|subsequently|since"
    r"|clinically|radiologically)\s){0,3}(?:ruled out|excluded|refuted|disprove[nd]|denied"
    r"|unconfirmed|not (?:yet )?(?:been )?(?:confirmed|proven|seen|shown|documented|found|evident"
    rf"|present|the case)|absent|none|nil){_OVER}"
    rf"|\s?[:=?]\s?no{_OVER}"
)
_IN_DOUBT = re.compile(
    r"(?i)\s(?:(?:is|was|remains|still|can be|could be|cannot be)\s){0,3}"
    r"(?:suspected|possible|unlikely|doubtful|questionable|uncertain|unclear|equivocal|in question"
    rf"|in doubt|not (?:clear|certain|sure)|excluded){_OVER}"
)


def meant_outcome(
    text: str, start: int, end: int, outcome: TherapyOutcome
) -> TherapyOutcome | None:
    """How a treatment ended by the words at a place, with what stands before them: "never failed",
    "suspected progression on", "no toxicity from", "heart failure on". None: it is not told."""
    if outcome not in ("progressed", "intolerant", "not given"):
        return outcome
    words = text[start:end].lower()
    before = text[max(0, start - REACH) : start]
    if outcome == "not given":
        turned = words.startswith(_TURNED) and _DENIAL.search(before)
        return None if turned else outcome
    if _OF_OTHERS.search(before) or (words.startswith("fail") and _ORGAN.search(before)):
        return None
    if _DENIAL.search(before):
        return "given" if outcome == "progressed" else None
    if outcome == "intolerant":
        return outcome  # what is only suspected of a drug is a reason to be careful with it
    despite = words.startswith("despite") and _WELL.search(before)
    return "given" if despite or _DOUBT.search(before) else outcome


_TURNED = ("na", "ineligible", "unsuitable", "declin", "refus", "untreated", "unexposed")
"""How words begin that a denial turns: "not naive to", "never declined"."""


def outcome_as_told_behind(text: str, end: int, outcome: TherapyOutcome) -> TherapyOutcome | None:
    """The outcome with what stands behind the treatment: "progression on X was ruled out"."""
    if outcome not in ("progressed", "intolerant"):
        return outcome
    if _RULED_OUT.match(text, end, min(len(text), end + REACH)):
        return "given" if outcome == "progressed" else None
    in_doubt = _IN_DOUBT.match(text, end, min(len(text), end + REACH))
    return "given" if in_doubt and outcome == "progressed" else outcome


_NO = re.compile(r"(?i)\b(?:no|without|absence of|lack of|w/o)\s")


def outcome_of_word(text: str, start: int, outcome: TherapyOutcome) -> TherapyOutcome | None:
    """The outcome that a word behind a drug tells ("X-refractory", "X-naive"), with what stands
    before the drug: "not X-refractory", "possibly X-resistant"."""
    before = text[max(0, start - REACH) : start]
    if denial := _DENIAL.search(before):
        had = outcome == "progressed" and not _NO.match(denial.group())
        return "given" if had else None
    doubted = outcome == "progressed" and _DOUBT.search(before)
    return None if doubted or _OF_OTHERS.search(before) else outcome


_FAILURE_BEFORE = re.compile(
    rf"(?i){_NOT}{_FILL}(?:progress\w*|PD|POD|relaps\w*|recurr\w*|fail\w*|refractory|resistan\w+"
    r"|intoleran\w+|allerg\w+|toxicit\w+|(?:severe )?reactions?|hypersensitiv\w+|side effects)"
    r"(?: disease)?(?: (?:on|to|of|from|after|with|under|during|through|while on)){0,2}\s$"
)


def is_denied_around(text: str, start: int, end: int) -> bool:
    """Whether the words around a treatment deny that it failed or was not borne."""
    before = text[max(0, start - REACH) : start]
    if _FAILURE_BEFORE.search(before) and not _MERELY.search(before):
        return True
    high = min(len(text), end + REACH)
    beside = _BESIDE.match(text, end, high)
    if beside and _DENIAL.search(before):
        return True
    told = _FAILURE.search(before) is not None
    return told and _RULED_OUT.match(text, end, high) is not None


_MERELY = re.compile(r"(?i)\b(?:only|just|merely)\b")
_BESIDE = re.compile(r"(?i)[\s-]{1,2}(?:refractory|resistan\w+|intoleran\w+|failures?)\b")
_FAILURE = re.compile(
    r"(?i)\b(?:progress\w*|PD|POD|fail\w*|refractory|resistan\w+|intoleran\w+|allerg\w+|toxicit\w+"
    r"|reactions?|hypersensitiv\w+)(?: disease)?"
    r"(?: (?:on|to|of|from|after|with|under|during|through|while on)){0,2}\s$"
)


_OF_DISEASE = re.compile(r"(?i)\s(?:relapsed|recurr(?:ed|ent)|progressed)(?=\s)")
_BEGINS = re.compile(r"(?:^|[.;:?!]\s|\n)\W{0,3}$")
_ASKED = re.compile(
    r"(?i)(?![^.;\n?]{0,80}\b(?:next|now|options?|what|which|then|after|instead|switch)\b)"
    r"[^.;:\n?]{0,80}\?"
)
"""A question that asks for no other treatment."""


def is_of_disease(text: str, start: int, end: int, told: re.Match[str]) -> bool:
    """Whether the word behind a drug, from ``start`` to ``end``, tells of the disease for which the
    drug is asked about: "gilteritinib relapsed AML?" has not failed yet. ``told``: the word."""
    word = _OF_DISEASE.match(text, end)
    if word is None or word.end() != end + told.end():
        return False
    begins = _BEGINS.search(text, max(0, start - NEAR), start)
    if not (begins and _ASKED.match(text, word.end())):
        return False
    rest = text[word.end() : word.end() + LONGEST_TUMOUR]
    return any(not rest[: each.start].strip() for each in recognise(rest).of("tumour"))


LONGEST_TUMOUR, NEAR = 60, 6
"""Characters behind the word in which the tumour stands, and before the drug in which its clause
begins. Chosen by hand."""

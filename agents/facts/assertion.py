"""Which words of a message state a fact: not what is asked, supposed, or said of relatives."""

from __future__ import annotations

import re
from typing import Literal

from agents.facts.asking.fragments import is_only_asked
from agents.facts.asking.frequencies import how_often_asked
from agents.facts.asking.grades_of_trials import is_of_trial
from agents.facts.asking.states import how_asked
from agents.facts.values.updates import ASKED_AFTER, CONDITION
from names.clinical.grammar.sentences import SENTENCE_END
from names.clinical.toxicities import GRADES
from names.clinical.values import (
    ClinicalValue,
    Condition,
    FoundValue,
    Marker,
    OrganFunction,
    Population,
    Therapy,
    Toxicity,
    Tumour,
)
from names.patterns.filtered import filtered_pattern
from names.patterns.relatives import RELATIVE
from names.recognise import recognise_passage

Assertion = Literal["stated", "supposed", "of a rule", "of frequency", "asked", "of a relative"]

WINDOW = 500
"""Characters to either side in which a sentence is looked for. Chosen by hand: longer than the
sentences of a report, and it keeps the work in proportion to the text."""
_CLAUSE_END = re.compile(r"[,:]|\b(?:but|who|she|he)\b", re.I)
_ASIDE = re.compile(
    r"\((?!(?:her|his|the|our|my|maternal|paternal)\s)(?:[^()\s]{1,40}\s{1,3}){1,40}[^()]{0,80}\)"
)
"""Words in brackets that say more than whose it is: "(mother had it, too)"."""
_FAMILY_HISTORY = filtered_pattern(
    r"\bfam(?:ily|\.)? (?:history|hx|h/o)\b|\bFHx?\b|\bfamily\s?:|\brelatives?\s?:"
    r"|\bfamilial (?=(?:BRCA[12]?|PALB2|germline) )",
    re.I,
)
_SELF = re.compile(
    r"(?i)\b(?:him|her)self\b|\bs?he(?:['’]s|\s(?:is|has|was|had))\b"
    r"|\b(?:patient|pt|index case|own)\b"
)
"""Behind a history of the family: from here on it is of the patient ("MSS himself")."""
_UNLIKE = re.compile(
    rf"(?i)\b(?:unlike|in contrast to|as opposed to)\s(?:(?:her|his|the)\s)?(?:{RELATIVE}"
    rf"|family)\b,?"
)
"""Before what is of the patient and not of that relative."""
_PLAIN_HISTORY = re.compile(
    r"(?i)\b(?:no\s(?:(?:known|significant|relevant)\s)?(?:FHx?|fam(?:ily|\.)?\s(?:history|hx))"
    r"(?:\sof\s(?:cancer|malignancy))?(?:\sknown)?"
    r"|(?:FHx?|fam(?:ily|\.)?\s(?:history|hx))\s?:?\s(?:is\s|was\s)?(?:neg(?:ative)?"
    r"|unremarkable|nil|none|non-?contributory|nc)(?:\sfor\s(?:cancer|malignancy))?)\s?,"
)
"""A history that is told in full before the comma: what follows is the patient's."""
_STRONG_HISTORY = re.compile(
    r"(?i)\b(?:strong|positive|pos|significant)\s(?:FHx?|fam(?:ily|\.)?\s(?:history|hx))\s?,\s?$"
)
_GERMLINE = re.compile(r"(?i:germline)\b|g(?=[A-Z]{3})")
"""The patient's own variant behind a history of the family: "strong FHx, germline BRCA2"."""
_IN_FAMILY = re.compile(r"[^.;,?!\n]{0,40}\b(?:in|within) (?:the |her |his |their )?family\b", re.I)
_FAMILY_HEAD = re.compile(
    r"(?im)^[ \t]*+(?:fam(?:ily|\.)?(?: (?:history|hx|h/o))?|FHx?|relatives?)[ \t]*+:?[ \t]*+$"
)
"""A line that heads the one below it and its list, up to an empty line or another head."""
_OTHER_HEAD = re.compile(
    r"(?m)^[ \t]*$|^[ \t]*[A-Za-z][\w /-]{1,30}:"
    r"|^[ \t]*(?:nil|none|no|negative|unremarkable|non-?contributory|nc|unknown)\b"
    r"|(?<=\S)\n(?![ \t]*[-–—•*\d])"
)
_WHO = re.compile(r",?\s(?:who|whose)\b", re.I)
_COLON = re.compile(r"(?:['’]s)?\s?:")
_AT_AGE = re.compile(r"(?i)\s(?:at|aged?|@)\s?(?:age\s)?[2-9]\d\b")
_HEADS = re.compile(
    r"(?:^\s?|[.;,\n(]\s?|[-–•*]\s)(?:(?:her|his|the|(?:patient|pat\.?|pt)['’]?s|maternal|paternal|both|older"
    r"|younger|half|twin|identical)[\s-]){0,3}$",
    re.I,
)
"""Before a relative that heads what stands behind a colon: "brought by her son:" does not."""
_BY_MARRIAGE = re.compile(
    r"wife|husband|spouse|girlfriend|boyfriend|partner|fianc|donor|carer|caregiver|roommate|neighb"
    r"|in-law",
    re.I,
)
_INHERITED = frozenset(("BRCA1", "BRCA2"))
"""Genes of which an inherited variant decides on treatment in the sources at hand."""
_PATIENT_AGAIN = re.compile(r"[;]|\b(?:s?he|hers|patients?|pt|(?:her|his) own|index)\b", re.I)
_RELATIVE = filtered_pattern(
    # The first letters come first: a third of what reading a long message took (measured).
    r"\b(?=[mfsbaugdwhcnprt])(?<!feeding )(?<!nursing )(?<!lactating )(?<!pregnant )"
    rf"(?:(?!partner|twins?\b){RELATIVE}|relatives?|donor|carer|caregiver|roommate|neighbou?r"
    r"|twin(?! (?:pregnan|gestation))|(?-i:MGM|PGM|MGF|PGF)"
    r"|(?<!fusion )(?<!gene )(?<!combination )(?<!unknown )(?<!novel )partner"
    r"(?! (?:drug|agent|gene|therapy|unknown|of\b|for\b|(?-i:[A-Z]{2,5}\d{1,2}[A-Z]?\b))))\b"
    r"(?! (?:of|to) (?:\d|a|two|three)| (?:lymph|avail|found|search|ident|stem|match|allo|donor)"
    r"|\s?(?:[(=,]|who is|is)\s?(?:our|my|the) (?:patient|pt)\b)",
    re.I,
)
"""Not a mother of two, a donor's cells, or the relative who is the patient."""
_SUPPOSED = filtered_pattern(
    r"\b(?=[iahsw])(?:if|suppose|supposing|assuming|imagine|in case|in the event of"
    r"|had (?:she|he) been|what about|how about)\b",
    re.I,
)
_SHOULD_COME = re.compile(r"\b(?:should|were|once|when(?:ever)?|as soon as) (?:an? |any )?$", re.I)
_COMES = re.compile(
    r"(?: mutations?| variants?)? (?:(?:ever|later|then|to|be) )?(?:develops?|emerges?|appears?"
    r"|arises?|occurs?|comes? up|detected|found)\b",
    re.I,
)
"""Around what is not there yet: "should C797S emerge", "once T790M develops"."""
_RULE = re.compile(
    r"^\W*(?:and |so |then |also )?(?:(?:at|for|from|under) )?(?:when|how|what|which|why)\b"
    r"[^?]{0,60}?\b(?:is|are|should|do|does|would|must|can|to)\b[^?]{0,80}?\b(?:held|hold|stop\w*"
    r"|paused?|discontinu\w+|chang\w+|adjust\w*|adapt\w*|reduc\w+|modif\w+|alter\w*|withh\w+"
    r"|interrupt\w*|resum\w+|restart\w*)\b",
    re.I,
)
"""How it is asked what is done at all: "how is the dose changed for diarrhoea?"."""
_PERSON = re.compile(
    r"\b(?:she|he|her|his|him|they|their|my|our|pts?|patient(?:['’]s)?|wom[ae]n|man|lady|gentleman"
    r"|yo|y/o|has|had|have|got|developed|develops|now|current\w*|still|cycles?|weeks?|months?|days?"
    r"|since|after|on)\b|\b\d{2} ?(?:[FMfm]|years?)\b",
    re.I,
)
"""Words by which a message tells of somebody rather than of everybody."""
_OFFERED = re.compile(
    r"\b(?:can|could|should|shall|may|might|would|will|which|what about|how about|is|are)\b", re.I
)
_HAD = re.compile(
    r"\b(?:after|post|progress\w*|failed|failing|following|despite|since|on|s/p|had|received"
    r"|prior|previous\w*|pretreated|intoleran\w*|stopped|completed|finished|under)\b",
    re.I,
)
_NOUN = re.compile(r"(?:breast-?feeding|lactation|pregnancy)", re.I)
_WHAT_ABOUT = re.compile(r"\b(?:what|how) about (?:the )?$", re.I)
_STATE_BEFORE = re.compile(
    r"\b(?:(?:she|who|patient|pt|woman|mother|lady|wife) is|she['’]s|is she|currently|still"
    r"|actively|now|while|exclusively|been|confirmed|ongoing|current|twin|trimester|weeks?|wks?"
    r"|\d{1,2}(?:st|nd|rd|th)?|\d{2} ?(?:f|y/?o),?)\s(?:of\s)?$"
    r"|\b(?:dx(?:['’]?d)?|diagnos\w{2,5}|dg|found|detected|discovered|present(?:s|ed|ing)|disease"
    r"|ca|cancers?|carcinoma|tumou?r|melanoma|lymphoma|leuk\w{3,6}|sarcoma|myeloma|stage \w{1,4}"
    r"|(?-i:(?<!-)[A-Z]{2,5}))\s(?:in|during)\s$",
    re.I,
)
"""Before a word for pregnancy or breastfeeding that tells of the patient."""
_STATE_BEHIND = re.compile(
    r"\s(?:mothers?|mum|mom|wom[ae]n|lady|patients?|pt|her|his|an?|for \d|infant|baby|at \d|weeks?"
    r"|wks?|confirmed|\(?\d)(?![a-z])"
    r"|,?\s\(?(?:1st|2nd|3rd|first|second|third|early|late|mid|T[123])\b",
    re.I,
)
_OF_EVERYBODY = re.compile(
    r"\b(?:(?:un)?safe(?:ty|ly)?|contra-?indicated|avoid(?:ed)?|recommended|harm(?:s|ful)?"
    r"|teratogenic|allowed|permitted|studied|tested)\b[^.;?!]{0,30}\b(?:in|during|for) $",
    re.I,
)
"""Before a word for pregnancy in what is said of a drug: "olaparib is safe in pregnancy"."""
_TO_COME = re.compile(r"(?i)(?:\b(?:once|until|till|when)\b|^\W*(?:is|are)\b)[^,.;?]{0,40}$")
_ASKING = re.compile(
    r"^\W*(?:can|could|should|shall|may|would|will|is|are|does|do|did|has|have|what|which|who|when"
    r"|where|how|why|any)\b",
    re.I,
)


def assertion_of(text: str, found: FoundValue) -> Assertion:
    """How a message says what was found in it.

    ``supposed`` is what follows "what if": it counts for the question that supposes it, not for
    the next one. ``of a rule`` is what a question on everybody is on ("how is it changed for
    diarrhoea?"): it counts for that question and for those that lean on it."""
    start, end = _sentence_at(text, found.start)
    before = text[start : found.start]
    sentence = text[start:end]
    if _is_of_relative(text, found, start, end):
        return "of a relative"
    is_question = text[end : end + 1] == "?" or bool(_ASKING.match(sentence))
    by_state = how_asked(before, found.value) if is_question else ""
    if asked := by_state or how_often_asked(text, found, start, end):
        return asked
    if is_question and _is_offered(found, text[start : found.end]):
        return "asked"
    if _is_waited_for(text, found, start) or _is_topic(text, found, is_question=is_question):
        return "asked"
    if is_only_asked(text, found, start, end) or is_of_trial(sentence, found.value):
        return "asked"
    if _RULE.match(sentence) and not _PERSON.search(text) and _is_of_rule(found.value):
        return "asked" if isinstance(found.value, Therapy) else "of a rule"
    later = isinstance(found.value, Therapy) and ASKED_AFTER.search(sentence)
    if later and found.start == start + later.start():
        return "supposed"
    comes = _COMES.match(text, found.end) and _SHOULD_COME.search(before)
    if comes or (_SUPPOSED.can_match(text) and _SUPPOSED.regex.search(before)):
        return "supposed"
    return "stated"


def is_stated_at(text: str, start: int, end: int) -> bool:
    """Whether words of a message state something, and neither ask nor suppose it."""
    return assertion_of(text, FoundValue(Condition(name="words"), start, end)) == "stated"


def _is_of_relative(text: str, found: FoundValue, start: int, end: int) -> bool:
    """The whole text is asked first: this was a third of reading a long message (measured)."""
    if _IN_FAMILY.match(text, found.end, end):
        return True
    has_history, has_relative = _FAMILY_HISTORY.can_match(text), _RELATIVE.can_match(text)
    if not (has_history or has_relative):
        return False
    before = _UNLIKE.sub(" ", _PLAIN_HISTORY.sub(" ", text[start : found.start]))
    if _GERMLINE.match(text, found.start):
        before = _STRONG_HISTORY.sub(" ", before)
    if has_history and (
        _is_of_history(before, text[found.start : end]) or _is_below_family(text, found.start)
    ):
        return True
    if not has_relative:
        return False
    if _RELATIVE.regex.search(_UNLIKE.sub(" ", _clause_at(text, found, start, end))):
        return True
    return any(
        _goes_on_of(before, each, found, text[found.end : end])
        for each in _RELATIVE.regex.finditer(before)
    )


def _is_of_history(before: str, behind: str) -> bool:
    """Whether a history of the family holds for what begins with ``behind``, up to the clause that
    names the patient."""
    heads = list(_FAMILY_HISTORY.regex.finditer(before))
    if not heads:
        return False
    own = _CLAUSE_END.split(behind, maxsplit=1)[0]
    return not _SELF.search(f"{before[heads[-1].end() :]}{own}")


def _is_below_family(text: str, place: int) -> bool:
    """Whether a line that heads those below it speaks of the family, and holds for this place."""
    heads = [match.end() for match in _FAMILY_HEAD.finditer(text[:place])]
    return bool(heads) and not _OTHER_HEAD.search(text, heads[-1] + 1, place)


def _goes_on_of(before: str, relative: re.Match[str], found: FoundValue, behind: str) -> bool:
    """Whether what was found is still said of a relative named ``before`` it: all that follows
    "mother:" or "mother, who", and a gene of inheritance in a list, where neither its own part
    nor the sentence around it, to the end of ``behind``, names a tumour of the patient."""
    between = before[relative.end() :]
    if _PATIENT_AGAIN.search(between) or between.count(")") > between.count("("):
        return False
    of_relative = isinstance(found.value, Tumour) and _AT_AGE.match(behind)
    if of_relative or _WHO.match(between):
        return True
    if _COLON.match(between) and _HEADS.search(before[: relative.start()]):
        return True
    value = found.value
    inherited = isinstance(value, Marker) and value.name in _INHERITED and value.origin == ""
    ahead = before[: relative.start()]
    own = f"{ahead} {between[max(0, between.rfind(',')) :]}{behind}"
    by_blood = not _BY_MARRIAGE.match(relative.group())
    return inherited and by_blood and not recognise_passage(own).of("tumour")


def _is_of_rule(value: ClinicalValue) -> bool:
    """Whether a value may be what a rule is for, of which nobody says that the patient has it: an
    event, a class of an organ's function, a drug that is held for it."""
    match value:
        case Toxicity():
            return True
        case OrganFunction(low=low, high=high):
            return low is None and high is None
        case Therapy(outcome=outcome):
            return outcome in ("intolerant", "held")
        case _:
            return False


def _is_topic(text: str, found: FoundValue, *, is_question: bool) -> bool:
    """Whether pregnancy or breastfeeding is what a question is on, not what the patient is in:
    "what about breastfeeding", "pregnancy on T-DM1?", "it is not safe in pregnancy"."""
    if not (isinstance(found.value, Population) and found.value.pregnancy):
        return False
    if not _NOUN.fullmatch(text, found.start, found.end):
        return False
    if _STATE_BEFORE.search(text, max(0, found.start - 40), found.start):
        return False
    asks = (
        is_question
        or _WHAT_ABOUT.search(text, max(0, found.start - 30), found.start)
        or _OF_EVERYBODY.search(text, max(0, found.start - 60), found.start)
    )
    return bool(asks) and not _STATE_BEHIND.match(text, found.end)


def _is_waited_for(text: str, found: FoundValue, start: int) -> bool:
    """Whether a grade or normal function is the one to come: "once diarrhoea is grade 1"."""
    if isinstance(found.value, OrganFunction) and found.value.grade == "normal":
        return _TO_COME.search(text[start : found.end]) is not None
    if not isinstance(found.value, Toxicity):
        return False
    grades = list(GRADES.regex.finditer(text, found.start, found.end))
    return bool(grades and CONDITION.search(text, start, grades[-1].start()))


def _is_offered(found: FoundValue, until: str) -> bool:
    """Whether a treatment stands in a question as an option, not as something that was had."""
    if not isinstance(found.value, Therapy):
        return False
    if found.value.outcome == "planned":
        return True
    return (
        found.value.outcome == "given" and bool(_OFFERED.search(until)) and not _HAD.search(until)
    )


def _sentence_at(text: str, place: int) -> tuple[int, int]:
    lowest, highest = max(0, place - WINDOW), min(len(text), place + WINDOW)
    ends = [match.end() for match in SENTENCE_END.finditer(text, lowest, place)]
    after = SENTENCE_END.search(text, place, highest)
    return ends[-1] if ends else lowest, after.start() if after else highest


def _clause_at(text: str, found: FoundValue, start: int, end: int) -> str:
    """The part of a sentence, between commas and the like, that holds what was found, with what
    stands before its colon: "mother: diabetes"."""
    ends = [
        m.end()
        for m in _CLAUSE_END.finditer(text, start, found.start)
        if m[0] != ":" or not _is_head(text[start : m.start()])
    ]
    after = _CLAUSE_END.search(text, found.end, end)
    before = text[ends[-1] if ends else start : found.start]
    behind = text[found.end : after.start() if after else end]
    return f"{_ASIDE.sub(' ', before)}{text[found.start : found.end]}{_ASIDE.sub(' ', behind)}"


def _is_head(before: str) -> bool:
    """Whether what stands before a colon ends with a relative, and nothing else of its clause."""
    named = list(_RELATIVE.regex.finditer(before))
    if not named or not _COLON.fullmatch(f"{before[named[-1].end() :]}:"):
        return False
    return _HEADS.search(before[: named[-1].start()]) is not None

"""Whether a text says that something is there, is not there, or may be there.

"No diabetes, ILD or heart failure" denies all three; "no ILD, diabetic" denies the first only.
"""

from __future__ import annotations

import re

from names.clinical.values import Polarity

WINDOW = 90
"""Characters before a mention in which its denial is looked for: a list of four conditions. Chosen
by hand."""
AFTER = 40
"""Characters after a mention in which its denial is looked for. Chosen by hand."""
DENIES = re.compile(
    r"(?i)\b(?:no|not|non|never|without|denies|denied|absence of|free (?:of|from)|negative for"
    r"|rather than|excluded|lacks?|neither|nor|w/o"
    r"|(?:is|are|was|were|does|did|has|have)n['’]?t|neg for)\b(?:\s?:\s|[\s-])?"
)
DENIES_ALL = re.compile(
    r"(?i)(?:denies|denied|without|w/o|negative for|neg for|free (?:of|from)"
    r"|(?:no|denies)\s?:\s)\s?$"
)
"""A denial of all that its list names, whatever joins it."""
ITEM = r"\s?[A-Za-z][\w/-]{1,24}(?:\s[a-z][\w/-]{1,24}){0,2}\s?"
BARE_LIST = re.compile(rf"(?:{ITEM},){{1,8}}\s?(?:(?:or|and|nor)\s)?")
"""The items of a list before the one in question: names without a verb or a number."""
NEXT_ITEM = re.compile(rf"\s?,{ITEM}(?=[,.;?!]|$)")
DOUBTS = re.compile(
    r"(?i)\b(?:possible|possibly|suspected|suspicion of|suspicious for|probable|probably|maybe"
    r"|query|unclear|unknown|uncertain|equivocal|question of|rule out|r/o)\b"
)
FILLER = re.compile(
    r"(?i)(?:\s|,?\s?\b(?:a|an|any|the|of|for|known|prior|previous|past|current|active|clinical"
    r"|clinically|significant|relevant|documented|history|hx|h/o|evidence|signs?|symptoms?|overt"
    r"|family|personal|major|on|have|has|had|having|been|be|is|are|yet|further|underlying"
    r"|concurrent|concomitant|baseline|new|severe|chronic|acute|treated)\b){0,12}\s?"
)
"""Words that may stand between a denial and what it denies."""
ENDS = re.compile(
    r"(?i)[.;:!?\n()](?=\s|$)|\d|\b(?:but|however|although|though|except|with|has|have|had|on"
    r"|after|in|at|for|to|if|when|until|while|who|which|because|now|is|are|takes|taking|dose"
    r"|adjustment|due|needed|required|change)\b"
)
"""What ends the reach of a denial over a list."""
DENIED_AFTER = re.compile(
    r"(?i)(?: (?:hx|history|PCR|viral load|[RD]NA|A[bg]|antibod(?:y|ies)|serolog(?:y|ies)"
    r"|status)\b){0,2}"
    r"\s{0,2}[:(]?\s{0,2}"
    r"(?:(?:is|was|has been|are|still|remains?|remained|stays?|again) ){0,2}"
    r"(?:absent|excluded|ruled out|negative|undetectable"
    r"|neg\b|not (?:present|found|detected|known|documented)|denied|none\b|nil\b"
    r"|(?:on (?:CT|MRI|PET|imaging|biopsy|bronch\w{0,6})\s)?(?:turned out|proved|proven|found)"
    r" (?:to be|as) (?:not|no|an?|only|just|due to|infect\w{3,6}|bacterial|viral|oedema|edema"
    r"|pneumonia|artefact|artifact|negative|lymphangitis|benign)\b"
    r"|(?:no|r/o|clear)\b(?=\s?[,.;)]|$))"
    r"|\s?(?:\(\s?[-−–]\s?\)|[-−–](?=\s?(?:[,.;)]|$)))"
)
DOUBTED_AFTER = re.compile(
    r"(?i)\s{0,2}[:(]?\s{0,2}(?:(?:is|was|status|result|serology|test|quant\w{0,8}|IGRA|PCR|spot"
    r"|swab|cultures?|screen\w{0,3}|work-?up|titres?|still) ){0,2}"
    r"(?:pending|awaited|unknown|not (?:yet )?(?:tested|done|known|available)"
    r"|to be (?:tested|confirmed)|suspected|TBC\b"
    r"|outstanding)"
)
OR_BEFORE = re.compile(r"(?i)\b(?:or|nor)\s[\w\s-]{0,30}$")
LIST = 80
"""Characters behind a mention in which a denied list may go on. Chosen by hand: its next items."""
LIST_GOES_ON = re.compile(r"(?i)[\w\s,/'-]{0,60}?\b(?:or|nor)\b")


OF_SYMPTOMS = re.compile(
    r"(?i)\s?(?:(?:any|clinical)\s){0,2}(?:symptoms|SOB|fever|cough|dyspno?ea|hypoxia)\b"
)
IMAGED = re.compile(r"(?i)\s?on (?:CT|MRI|PET|imaging)\b")
"""Behind what a picture shows: "without symptoms, pneumonitis on CT"."""
OWN_MARK = re.compile(
    r"(?i)\s?(?:\(?(?:grade|gr|G)\s?[1-5]|\+|pos\b|positive\b|new\b|carrier|type \d|EF\b|\d)"
)
"""Behind an item of a denied list that is there: "without PD, ILD grade 2"."""


BESIDE_SPREAD = re.compile(
    r"(?i)\b(?:without|w/o|free (?:of|from)|neg(?:ative)? for)\s(?:(?:any|known|brain|liver|bone"
    r"|lung|distant|visceral|nodal|CNS|further|new)\s){0,3}(?:mets|metastas[ei]s|spread|PD|progression|recurrence"
    r"|relapse),\s?$"
)
"""A denial of the tumour's spread, right before a disease beside it."""
OF_PATIENT = re.compile(r"(?i)\b(?:carrier|positive|\w{4,12}ic|known|disorder|pos)\b|\+")
"""A disease that is told as a state of the patient: "HBV carrier", "diabetic"."""


def is_denied_behind(text: str, end: int) -> bool:
    """Whether what stands behind a mention denies it: "brain mets ruled out"."""
    return bool(DENIED_AFTER.match(text, end, min(len(text), end + AFTER)))


def polarity_at(text: str, start: int, end: int) -> Polarity:
    """How the text speaks of what it mentions at ``start:end``."""
    if is_denied_behind(text, end):
        return "absent"
    before = text[max(0, start - WINDOW) : start]
    if BESIDE_SPREAD.search(before):
        # "Without mets, HBV carrier": of the spread, and of the patient.
        return "present" if OF_PATIENT.search(text, start, end) else "uncertain"
    if _reaches(DENIES, before, text[end : end + LIST]):
        return "absent"
    doubted = DOUBTED_AFTER.match(text, end, min(len(text), end + AFTER))
    if doubted or is_unconfirmed_behind(text, end):
        return "uncertain"
    if _may_be_denied(before, text[end : end + LIST]):
        return "uncertain"
    if _reaches(DOUBTS, before, text[end : end + LIST]):
        return "uncertain"
    return "present"


def is_in_denied_list(text: str, start: int, end: int) -> bool:
    """Whether a mention stands in a list of three or more behind "no", whose end nobody can tell:
    "no diabetes, ILD, asthma"."""
    return _may_be_denied(text[max(0, start - WINDOW) : start], text[end : end + LIST])


def _reaches(words: re.Pattern[str], before: str, after: str) -> bool:
    """Whether the last of the ``words`` before a mention reaches it."""
    found = list(words.finditer(before))
    if not found:
        return False
    between = before[found[-1].end() :]
    if FILLER.fullmatch(between):
        return True
    if ENDS.search(between):
        return False
    whole = bool(DENIES_ALL.search(found[-1].group()) and BARE_LIST.fullmatch(between))
    imaged = OF_SYMPTOMS.match(between) and IMAGED.match(after)
    whole = whole and not imaged and not OWN_MARK.match(after)
    return whole or _in_a_list(between, after)


def _may_be_denied(before: str, after: str) -> bool:
    """Whether a mention stands in a list of three or more behind "no": "no diabetes, ILD, asthma".
    "No ILD, diabetic" denies the first only."""
    found = list(DENIES.finditer(before))
    between = before[found[-1].end() :] if found else ""
    if not BARE_LIST.fullmatch(between) or ENDS.search(between):
        return False
    return between.count(",") > 1 or NEXT_ITEM.match(after) is not None


def _in_a_list(between: str, after: str) -> bool:
    """Whether a denial and a mention stand in one list that "or" ends."""
    if OR_BEFORE.search(between):
        return True
    return "," in between and LIST_GOES_ON.match(after) is not None


_UNCONFIRMED = re.compile(
    r"(?i)\s?[:(–-]?\s?(?:(?:is|are|was|were|still|as|yet|to|be)\s){0,3}"
    r"(?:not (?:yet |been |histologically |definitely ){0,2}"
    r"(?:confirmed|proven|biopsied|biopsy[- ]proven)"
    r"|unconfirmed|unproven|(?:possible|probable|questionable|doubtful|equivocal|suspected)"
    r"(?=\s?(?:[,.;:)?!/\n]|$|\b(?:on|by|but)\b)))"
)


def is_unconfirmed_behind(text: str, end: int) -> bool:
    """Whether what stands behind a mention leaves it open: "mets not confirmed"."""
    return _UNCONFIRMED.match(text, end, min(len(text), end + AFTER)) is not None


_BENIGN = re.compile(
    r"(?i)\s?(?:[=:(–-]\s?)?(?:(?:is|was|were|are|all|both|biopsy|bx|turned|out|to|be|proved|proven"
    r"|likely|most|on|MRI|CT|as|confirmed|reported)\s){0,4}(?:benign|ha?emangiomas?|cysts?|cystic"
    r"|degenerative|FNH|focal nodular|osteoporotic|traumatic)\b"
)


def is_benign_behind(text: str, end: int) -> bool:
    """Whether a lesion is told to be none of the tumour: "bone lesion benign on biopsy"."""
    return _BENIGN.match(text, end, min(len(text), end + AFTER)) is not None


_TEST = (
    r"(?:CT|MRI|PET(?:-CT)?|scans?|imaging|biops(?:y|ies)|bx|re-?biopsy|tests?|testing|IHC|FISH|ISH|NGS|PCR"
    r"|RNA|serology|echo|results?|reports?|confirmation|panel|repeat|work-?up|HCG|hCG|β-?hCG|pregnancy"
    r"|molecular|pathology|path|staging|re-?staging|troponin|ECG|endoscopy|USS?|ANA|labs?|is|are|still|it|the|a|for|this|CSF|LP|cytology|liquid)"
)
_OPEN_BEHIND = re.compile(
    rf"(?i)\s?\?{{1,3}}\s?[,;:(–-]?\s?(?:{_TEST}\s){{0,4}}(?:pending|awaited|awaiting|outstanding"
    r"|to follow|to be (?:confirmed|determined|done)|will (?:be|follow)|tomorrow|next week"
    r"|requested|ordered|planned|not (?:yet )?(?:done|back|tested|known|available|confirmed|sent)"
    r"|unknown|unclear|equivocal|inconclusive|unconfirmed|indeterminate|not sure|unsure)\b"
)
_OPEN_BEFORE = re.compile(r"(?:^|[\s,;(:+/])\?$")


def is_left_open(text: str, start: int, end: int) -> bool:
    """Whether nobody knows of what stands at a place: "ILD? CT pending", "?liver met"."""
    before = _OPEN_BEFORE.search(text, max(0, start - 2), start)
    return bool(before or _OPEN_BEHIND.match(text, end))

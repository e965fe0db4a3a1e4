"""Reads tumour types with their stage and the sites to which they have spread."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.disease.denied_spread import (
    NO_SITE,
    is_asked_alone,
    is_denied_in_a_list,
    is_left_out_of_places,
)
from names.clinical.disease.settings import DOUBTED, is_no_spread_behind
from names.clinical.disease.sites import SITES, SPREAD_BEFORE, SPREAD_TO, WORD_OF_SITE
from names.clinical.disease.staged_tumours import (
    NODES,
    STAGES,
    own_histology,
    read_stage,
    staged_tumour,
)
from names.clinical.expansion import expand
from names.clinical.grammar.polarity import is_denied_behind, is_left_open
from names.clinical.values import FoundValue, Polarity, Tumour
from names.entities import EntityMention
from names.patterns.filtered import filtered_pattern
from names.recognise import recognise_passage

EXCEPTION = re.compile(
    r"(?i)\b(?:except(?:ing|ion of)?(?: for| in)?|other than|excluding|exclusive of|apart from"
    r"|but not(?: in| for)?|not indicated for(?: the treatment of)?(?: patients with)?"
    r"|not (?:in|for)|non-|no(?: history of)?|rather than|with the exception of"
    r"|not a|is not|without)(?: (?:an?|the|any|patients with|adult patients with"
    r"|metastatic|advanced|unresectable|locally|or)){0,4}[\s-]*$"
)
BEFORE = 70
"""Characters before a tumour that are looked at for "except"; the longest wording has 65."""
NEXT = re.compile(r"(?i)\s*(?:,|/|and|or|,\s*(?:and|or))(?: (?:metastatic|advanced))?\s*$")
HISTOLOGY = filtered_pattern(
    r"(?i)\b(?P<name>invasive lobular|lobular|invasive ductal|ductal|(?:non-?\s?)squamous|squamous"
    r"(?: cell)?|adenocarcinoma|high[\s-]grade serous|low[\s-]grade serous"
    r"|serous(?!\s(?:chorio-?)?retin|\s(?:macular?|effusions?|otitis|fluid|detachment)\b)"
    r"|non-?\s?clear[\s-]cell|clear[\s-]cell|chromophobe|endometrioid|mucinous|sarcomatoid"
    r"|papillary|metaplastic|large[\s-]cell neuroendocrine|E?SCC|adeno(?:ca)?)\b"
)


def read_tumours(text: str) -> tuple[FoundValue, ...]:
    """The tumours of a text; the first also carries the stage, sites and histology that the text
    states. Where no tumour is named, a stage or site stands for itself, with an empty name."""
    expanded = expand(text)
    return expanded.place_back(_find_tumours(expanded.text))


def _find_tumours(text: str) -> Iterator[FoundValue]:
    mentions = [
        mention
        for mention in recognise_passage(text).of("tumour")
        if not is_site(text, mention) and not is_of_organ(text, mention)
    ]
    denied = _denied_places(text, mentions)
    details = _details(text)
    staged = staged_tumour(text, mentions)
    first = next((place for place, mention in enumerate(mentions) if place not in denied), None)
    if first is not None and details[1]:
        details = (details[0], own_histology(text, details[1], mentions, first), details[2])
    for place, mention in enumerate(mentions):
        polarity: Polarity = "absent" if place in denied else "present"
        own = details if place == first else ("", "", ())
        if staged is not None and staged not in denied:
            own = (details[0] if place == staged else "", *own[1:])
        value = Tumour(
            name=mention.name, polarity=polarity, stage=own[0], histology=own[1], sites=own[2]
        )
        yield FoundValue(value, mention.start, mention.end)
    if first is None and (details[0] or details[2]):
        start, end = _place_of_details(text)
        yield FoundValue(Tumour(name="", stage=details[0], sites=details[2]), start, end)


AFTER_SITE = re.compile(
    r"(?i)[\s-]{1,2}(?:metasta|mets?\b|only\b|lesions?\b|nodul|involvement|function|toxicity|biops"
    r"|failure|suppression|reserve|protection|preservation|ablation|stimulation)"
)
RETURNED_TO = re.compile(
    r"(?i)\b(?:recurrence|recurred|relaps\w+|progress\w+(?:\sdisease)?|PD)(?:\s\d{1,2}/\d{2,4})?"
    r"(?:\s(?:in|to)(?:\sthe)?)?\s\(?$"
)
"""Before an organ in which another tumour came back: "HCC, recurrence lung"."""
BARE_ORGANS = {
    "breast",
    "lung",
    "ovarian",
    "prostate",
    "endometrial",
    "pancreatic",
    "gastric",
    "colorectal",
    "oesophageal",
    "esophageal",
}


SPREAD_THERE = re.compile(
    r"(?i)\b(?:(?:mets|metastas[ei]s|metasta[sz]i[sz]ed|spread|secondaries|seeding)\s?:?\s?(?:only\s)?"
    r"(?:(?:to|in|into|at)\s)?|metastatic\sto\s)(?:the\s|both\s)?\(?$"
)
"""Before an organ to which another tumour has spread: "mets lung, melanoma"."""
_LESION_THERE = re.compile(
    r"(?i)\b(?:extrahepatic (?:spread|disease)|EHS|EHD|mass(?:es)?|nodul(?:es?|arity)|lesions?"
    r"|deposits?|opacit(?:y|ies)|infiltrates?|spots?|shadows?|SOL)\s(?:in|of|at|on)\s"
    r"(?:(?:the|both|left|right|upper|lower|L|R)\s){0,3}$"
)
"""Before an organ in which something was seen, beside another tumour."""
LISTED_SITE = re.compile(
    r"(?i)(?:(?:liver|bones?|nod(?:al|es?)|LNs?|brain|pleura|adrenal|skin)[\s,/+&]{1,3}(?:and )?)?"
    r"(?P<organ>lung)"
    r"(?:[\s,/+&]{1,3}(?:and )?(?:liver|bones?|nod(?:al|es?)|LNs?|brain|pleura|adrenal|skin|mets)"
    r"\b)?"
)
"""The lung in a list of places: "liver + lung mets", "(lung, nodes)"."""


IN_METASTATIC = re.compile(r"(?i)\bin (?P<organ>[a-z]{4,12}) met\b(?!\s(?:of|from)\b)")


METASTATIC_BEHIND = re.compile(
    r"(?i)\smetastatic\b(?!\s(?:lesions?|deposits?|nodules?|sites?|spread|involvement|disease|foci"
    r"|focus|progression|recurrence|relapse|mass)\b)"
)
"""Behind an organ, in the order of a ward: "colorectal metastatic, MSS". Not of the lung, to which
many tumours spread."""


def _is_metastatic_tumour(text: str, mention: EntityMention) -> bool:
    """Whether "in pancreatic met", or "pancreatic metastatic", is short for metastatic cancer of
    the pancreas. Beside another tumour, or told in any other way ("lung met resected"), it is a
    metastasis."""
    match = IN_METASTATIC.match(text, max(0, mention.start - len("in ")))
    behind = mention.text.lower() != "lung" and METASTATIC_BEHIND.match(text, mention.end)
    if not behind and (match is None or match.start("organ") != mention.start):
        return False
    named = recognise_passage(text).of("tumour")
    return all(each.text.lower() in BARE_ORGANS for each in named)


def is_site(text: str, mention: EntityMention) -> bool:
    """ "Lung metastases" are no lung cancer, nor is the lung in a list of places."""
    word = mention.text.lower()
    if word not in BARE_ORGANS:
        return False
    if word == "lung" and SPREAD_THERE.search(text, max(0, mention.start - BEFORE), mention.start):
        return True
    if _LESION_THERE.search(text, max(0, mention.start - BEFORE), mention.start):
        tumours = recognise_passage(text).of("tumour")
        return any(each.text.lower() not in BARE_ORGANS for each in tumours)
    if AFTER_SITE.match(text, mention.end):
        return not _is_metastatic_tumour(text, mention)
    if (
        OF_ANY_PLACE.search(text)
        or text[mention.start - 1 : mention.end + 1] == f"({mention.text})"
    ):
        named = recognise_passage(text).of("tumour")
        return any(each.text.lower() not in BARE_ORGANS for each in named)
    listed = LISTED_SITE.search(text, max(0, mention.start - 12), mention.end + 12)
    return word == "lung" and listed is not None and listed.group() != listed["organ"]


OF_ANY_PLACE = filtered_pattern(r"\bGIST\b|(?i:lymphoma|\bDLBCL\b|\bstromal tumou?r)")
"""Tumours of many places: an organ beside them is where they began ("gastric GIST")."""
OF_ORGAN = re.compile(
    r"(?i)[\s-]{1,2}(?:(?:problems?|disorders?|conditions?|infections?|injur(?:y|ies)|fibrosis"
    r"|transplant\w{0,9}|inflammation|embol\w{1,4}|capacity|abscess(?:es)?|cysts?|ulcers?"
    r"|acid(?:ity)?"
    r"|pH|bypass|emptying|secretions?|motility|perforations?|bleeding|ha?emorrhages?"
    r"|insufficiency|enzymes?|enlargement|hyperplasia|thickening|pain|tenderness|density"
    r"|varices|varix|strictures?|stents?|candid\w{1,8}|dysmotility|reflux"
    r"|milk|implants?|tubes?|lavage|outlet|residuals?|feeding|balloon)\b|(?P<disease>diseases?)\b)"
)
"""Behind an organ whose disease or work is spoken of, and no tumour: "lung fibrosis"."""
OF_CANCER = re.compile(
    r"(?i)\b(?:metasta\w{1,5}|oligometastatic|advanced|recurrent|resect\w{1,4}|malignant|early"
    r"|unresectable|mutated|mutant|positive|negative|stage \w{1,4})[\s-]{1,2}$"
)
NOT_OF_CANCER = re.compile(
    r"(?i)\b(?:benign|fibrocystic|chronic|inflammatory|interstitial|obstructive|autoimmune"
    r"|(?:pre-?)?existing|underlying|restrictive|history of|concomitant|cystic"
    r"|severe|mild|moderate)[\s-]{1,2}$"
)
"""Before "lung disease" and its like: by what it is a tumour, and by what it is none."""


def is_of_organ(text: str, mention: EntityMention) -> bool:
    """ "A history of lung disease" is no lung cancer; "metastatic breast disease" is a cancer."""
    if mention.text.lower() not in BARE_ORGANS:
        return False
    before = max(0, mention.start - BEFORE)
    if mention.text.lower() == "lung" and RETURNED_TO.search(text, before, mention.start):
        return True
    found = OF_ORGAN.match(text, mention.end)
    if found is None or not found["disease"]:
        return found is not None
    if mention.text.lower() == "lung":
        return not OF_CANCER.search(text, before, mention.start)
    return bool(NOT_OF_CANCER.search(text, before, mention.start))


def _denied_places(text: str, mentions: list[EntityMention]) -> set[int]:
    """Places in the list of those that an "except" takes out, with those listed after them."""
    denied: set[int] = set()
    for place, mention in enumerate(mentions):
        start = max(0, mention.start - BEFORE)
        if _is_type_of_tissue(text, mention):
            continue
        if EXCEPTION.search(text, start, mention.start):
            denied.add(place)
        elif place - 1 in denied:
            between = text[mentions[place - 1].end : mention.start]
            if len(between) < BEFORE and NEXT.match(between):
                denied.add(place)
    return denied


def _is_type_of_tissue(text: str, mention: EntityMention) -> bool:
    """Whether a "non-" before a tumour is on its type: "non-clear cell RCC" is an RCC."""
    typed = mention.text.lower().startswith(("clear cell", "squamous"))
    return typed and text[: mention.start].lower().endswith(("non-", "non ", "non"))


def _details(text: str) -> tuple[str, str, tuple[str, ...]]:
    return read_stage(text), _histology(text), _sites(text)


def _histology(text: str) -> str:
    """The first type of tissue that the text names and does not leave out; none where both
    squamous and non-squamous disease are meant. "Except squamous" is non-squamous."""
    found = [
        (_in_full(match["name"].lower()), _is_left_out(text, match.start()))
        for match in HISTOLOGY.finditer(text)
    ]
    told = [
        "non-squamous" if out and name.startswith("squamous") else name
        for name, out in found
        if not out or name.startswith("squamous")
    ]
    squamous = any(name.startswith("squamous") for name in told)
    if squamous and any(name.startswith("non") and name.endswith("squamous") for name in told):
        return ""
    return told[0] if told else ""


def _in_full(name: str) -> str:
    """A type of tissue in full: ``squamous cell`` for "ESCC"."""
    if name in {"scc", "escc"}:
        return "squamous cell"
    return "adenocarcinoma" if name.startswith("adeno") else name


_NOT_OF_TYPE = re.compile(r"(?i)\b(?:not|no|isn['’]?t|wasn['’]?t)\s(?:an?\s)?$")


def _is_left_out(text: str, start: int) -> bool:
    denied = _NOT_OF_TYPE.search(text, max(0, start - 12), start)
    return bool(denied or EXCEPTION.search(text, max(0, start - BEFORE), start))


def _place_of_details(text: str) -> tuple[int, int]:
    for pattern in (*STAGES, *NODES, SPREAD_BEFORE, SPREAD_TO):
        if match := pattern.search(text):
            return match.span()
    return 0, len(text)


def _sites(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for match in SPREAD_BEFORE.finditer(text):
        if not _is_denied(text, match) and not _is_other_disease(text, match):
            found.append(_site(match))
    for match in SPREAD_TO.finditer(text):
        if not _is_denied(text, match):
            words = next(each for each in match.groups() if each)
            found += [
                _site(each)
                for each in WORD_OF_SITE.finditer(words)
                if not is_left_out_of_places(words, each.start(), each.end())
            ]
    return tuple(dict.fromkeys(found))


def _is_other_disease(text: str, match: re.Match[str]) -> bool:
    """Whether it is a disease of the organ itself: "chronic liver disease"."""
    ends = match.group().lower().endswith("disease")
    start = max(0, match.start() - BEFORE)
    return ends and bool(NOT_OF_CANCER.search(text, start, match.start()))


def _is_denied(text: str, match: re.Match[str]) -> bool:
    before = NO_SITE.search(text, max(0, match.start() - 40), match.start())
    listed = is_denied_in_a_list(text, match.start())
    doubted = DOUBTED.search(text, max(0, match.start() - 40), match.start())
    unsure = doubted or is_left_open(text, *match.span()) or is_no_spread_behind(text, match.end())
    unsure = unsure or is_asked_alone(text, *match.span())
    return bool(before or unsure) or listed or is_denied_behind(text, match.end())


def _site(match: re.Match[str]) -> str:
    group = next(name for name, value in match.groupdict().items() if value and name[0] == "s")
    return list(SITES)[int(group[1:])]

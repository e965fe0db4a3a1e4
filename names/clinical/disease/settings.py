"""Reads the setting of a treatment: early, adjuvant, metastatic, maintenance."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.disease.denied_spread import is_denied_in_a_list
from names.clinical.disease.sites import SITES
from names.clinical.expansion import expand
from names.clinical.grammar.polarity import (
    is_benign_behind,
    is_denied_behind,
    is_unconfirmed_behind,
)
from names.clinical.values import FoundValue, Polarity, Setting
from names.patterns.filtered import FilteredPattern, filtered_pattern
from names.recognise import recognise
from names.recognition.complete_responses import complete_responses

_ORGAN = r"(?:liver|lungs?|brain|cerebell(?:ar|um)|bones?|spine|peritoneum|pleura|adrenals?)"
_CAME_BACK = r"(?:relapsed?|recurr(?:ed|ence|ent)|came back|spread)"
"""Of a cancer that comes back far from where it was; a relapse in the breast or skin is not."""

_NO_TUMOUR = (
    r"[\s-](?:CKD|chronic (?:kidney|renal)|kidney|renal|AKI|hypertension|HTN|COPD|heart failure"
    r"|HF\b|pressure|NAFLD|MAFLD|fibrosis|ulcer)"
)
"""Behind a stage that is one of another disease: "stage 4 CKD"."""

NOT_OF = "".join(
    rf"(?<!{name} )(?<!{name}, )(?<!{name} \()"
    for name in (
        *("CKD", "AKI", "KDIGO", "kidney disease", "kidney injury", "renal failure", "renal"),
        *("kidney failure", "insufficiency", "hypertension", "ISS", "Rai"),
    )
)
"""Before a stage that is one of another disease, or a score: "CKD stage 4", "AKI (stage 3)"."""

_BESIDE_TUMOUR = (
    r"(?: (?!(?:and|or|the|with|in|an?|her|his|their|my|our|all|no|some|by)\b)[\w+/-]{1,16}){0,3} "
    r"(?:breast|lung|colon|colorectal|rectal|CRC|prostate|NSCLC|SCLC|BC|ca|cancer|disease|dz"
    r"|melanoma|RCC|gastric|pancreatic|pancreas|PDAC|ovarian|bladder|urothelial|UC|HNSCC|GIST"
    r"|thyroid|HCC|cholangio\w{0,12}|carcinoma|adenocarcinoma|adeno|sarcoma|tumou?r|TNBC|GEJ"
    r"|oesophageal|esophageal|endometrial|cervical)\b"
)
"""Behind "met" that is short for metastatic: a tumour, possibly with its markers before it."""

_TUMOUR_BEFORE = (
    r"(?:(?<=\badeno )|(?<=adenoca )|(?<=carcinoma )|(?<=cancer )|(?<=\bca )|(?<=\bNSCLC )"
    r"|(?<=\bCRC )|(?<=\bBC )|(?<=\bRCC )|(?<=melanoma )|(?<=\bSCC )|(?<=\bPDAC )"
    r"|(?<=\bTNBC )|(?<=\bSCLC ))"
)
"""Before "met" that is short for metastatic: "gastric adeno met, HER2 3+"."""

_MET_BEHIND = re.compile(
    r"\s(?P<met>met)(?=\s?(?:[,.;)+]|$)|\s(?:(?:HR|ER|PR|HER2|PD-?L1|CPS|EGFR|ALK|KRAS|BRAF|RAS|MSI)"
    r"|[1-4]L\b|\d|on\b|after\b))"
)
"""Behind any tumour of the tables: "NSCLC met, EGFR+". "Met with the family" is none."""
_IS_TUMOUR = re.compile(r"[A-Z]{2}|(?i:cancer|carcinoma|adeno|tumou?r|lymphoma|sarcoma|oma\b)")
"""What tells a tumour, not the organ alone: a "prostate met" is one of its cancer."""

_NOT_OF_SPREAD = (
    r"(?! (?:of )?(?:(?!(?:with(?:out)?|no|not|and|or|but|now|then|after|before|until|to)\b)"
    r"[\w-]{1,20} ){0,3}(?:oligo)?-?met(?:astas[ei]s|astatic|s)?\b)"
)
"""Behind "resected": not what has spread ("after resection of a single brain metastasis")."""

PATTERNS: dict[str, FilteredPattern] = {
    name: filtered_pattern(rf"(?i)\b(?:{pattern})\b")
    for name, pattern in {
        "neoadjuvant": r"(?<!post )(?<!post-)neo-?adjuvant|(?<!post-)neo-?adjuvant(?=[\s-]\w)"
        r"|pre-?operative(?:ly)?|pre-?op|before surgery"
        r"|prior to surgery|NACT|(?-i:NAC|NAST)"
        r"|primary systemic (?:therapy|treatment|chemo\w{0,8})",
        "adjuvant": r"(?<!neo)(?<!neo-)adjuvant|post-?operative(?:ly)?|after (?:\w+ )?surgery"
        r"|(?:post|after|following)[\s-]neo-?adjuvant(?![\s-]\w)|post[\s-]neo-?adjuvant"
        rf"|following surgery|(?:after|following) (?:complete )?resection\b{_NOT_OF_SPREAD}"
        r"|after mastectomy|after lumpectomy|post-?mastectomy"
        r"|post-?op(?= (?:chemo|RT|radio|treatment|therapy|ET|endocrine|imatinib)|\W{0,3}$|\?)",
        "residual disease": r"residual (?:after|post|following|at surgery|nod(?:es?|al)"
        r"|in (?:the )?(?:breast|nodes?))|residual (?:invasive )?(?:disease|dis|dz|ds|cancer|ca"
        r"|carcinoma|tumou?r|TNBC|HER2\S{0,9}|TN\b|breast)"
        r"|invasive (?:disease|cancer) remain\w{0,3}|non-?pCR"
        r"|(?:no|without|did not achieve|not achieved?) (?:a )?pCR|RCB[\s-]?(?:I{1,3}|[123])"
        r"|(?:no|without|did not achieve a) pathologic(?:al)? complete response"
        r"|(?-i:ypT(?:is|[1-4])|ypN(?:[1-3]|\+))[a-d]?",
        "early": r"early[\s-](?:stage |breast |HER2\S* (?:positive )?breast |triple\S* breast "
        "|TNBC|invasive )?"
        r"(?:breast )?(?:cancer|carcinoma|disease|NSCLC|TNBC|stage)|eBC"
        r"|early(?= (?:HER2|HR|TNBC|ER|breast))"
        rf"|early[\s-]stage|stage (?:I{{1,2}}|[12])[ABC]?(?!{_NO_TUMOUR})"
        rf"|(?:resectable|resected|operable)\b{_NOT_OF_SPREAD}|N0"
        r"|(?:node|nodal|LN)[\s-]negative|node[\s-]positive(?= (?:early|HR|high|breast))"
        r"|localised|localized",
        "locally advanced": r"locally[\s-]advanced|loc(?:ally|\.)?[\s-]adv(?:anced)?\.?|LA disease"
        rf"|(?-i:LA)(?={_BESIDE_TUMOUR})"
        rf"|{NOT_OF}stage (?:III|3)[ABC]?(?!\w|{_NO_TUMOUR})|locoregionally advanced",
        "advanced": r"advanced|unresectable|inoperable|not (?:operable|resectable)"
        r"|not amenable to (?:curative )?(?:surgery|resection)|non-?resectable|irresectable",
        "metastatic": rf"(?<!non-)(?<!non)metastatic"
        rf"|{NOT_OF}stage (?:IV|4)[ABC]?(?!{_NO_TUMOUR})"
        r"|metasta[sz]i[sz]ed"
        rf"|(?<!c-)(?-i:[Mm]et)(?=\.?{_BESIDE_TUMOUR})|metast\."
        r"|(?:(?<![\w\s,;.(:-])|(?<=[,;.:]\s)|(?<=\n))(?-i:met)(?=\s(?:since|in) (?:19|20)\d\d\b)"
        rf"|{_TUMOUR_BEFORE}(?-i:met)(?=\s?(?:[,.;:)?]|$)|\s(?:to|since|at|in)\b"
        r"|\swith\b(?!\s(?:the|her|his|our|us|them|team|family)\b))"
        r"|(?-i:(?<!AML )(?<!AML-)[cp]?M1[abc]?)"
        r"|metastas[ei]s|m(?:BC|CRC|CRPC|TNBC|NSCLC|UC|RCC|PDAC|CSPC|HSPC)|disseminated"
        r"|oligometastatic|de novo(?= (?:metastatic|stage))"
        rf"|{_CAME_BACK}(?: \w+){{0,2}} (?:in|to) (?:the |her |his |both )?{_ORGAN}"
        rf"|{_ORGAN} (?:relapse|recurrence|lesions)|new {_ORGAN} (?:lesions?|nodules?|deposits?)",
        "maintenance": r"maint(?:enance|ainance|enence|anance)",
    }.items()
}
DENIED = re.compile(
    r"(?i)\b(?:no(?: evidence of| signs? of)?|without|not|non-?|absence of|never(?: had)?|denie[sd]"
    r"|neg(?:ative)? for|free of|excluded?|lack of|rule[ds]? out)"
    r"(?: (?:an?|any|the|distant|known|visceral|brain|liver|bone|lung|CNS|node"
    r"|residual)){0,3}[\s-]*$"
)
TAIL = re.compile(r"(?i)\s(?:disease|spread|cancer|work-?up)(?=[\s:])")
EXCEPT = re.compile(
    rf"(?i)(?:\s(?:excluded|seen|found|elsewhere))?,?\s(?:except|other than|apart from|but|besides)"
    rf"\s(?:for\s|in\s)?(?:the\s)?(?:{_ORGAN}|CNS|nod)"
)
"""Behind a denial that leaves one place out."""
DOUBTED = re.compile(
    r"(?i)\b(?:r/o|rule out|suspected|suspicious for|possibl[ye]|probabl[ye]|questionable|no longer"
    rf"|query)\s(?:(?:new|early|{_ORGAN}|CNS|visceral)\s){{0,2}}$"
)
"""Before a spread that is not known."""
SPREAD = re.compile(r"(?i)metasta(?!tic(?!\s(?:disease|lesions?|spread|involvement|deposits)))")
"""What a list of places may deny: metastases, and not a "metastatic cancer" behind it."""
SITE_BEFORE = re.compile(rf"(?i)\b(?:{_ORGAN}|CNS|visceral|hepatic|osseous|cerebral)[\s-]$")
BEFORE = 60
"""Characters before a setting that are looked at for a denial; chosen by hand."""


def read_settings(text: str) -> tuple[FoundValue, ...]:
    """The settings that the text names, with "no metastases" as absent."""
    expanded = expand(text)
    return expanded.place_back(dict.fromkeys(_find_settings(expanded.text)))


def _find_settings(text: str) -> Iterator[FoundValue]:
    for start, end in complete_responses(text):
        yield FoundValue(Setting(name="residual disease", polarity="absent"), start, end)
    for name, pattern in PATTERNS.items():
        for match in pattern.finditer(text):
            denied = bool(DENIED.search(text, max(0, match.start() - BEFORE), match.start()))
            if name == "metastatic" and is_no_spread_behind(text, match.end()):
                continue
            if name == "advanced" and _is_local(text, match.start()):
                continue
            tail = TAIL.match(text, match.end())
            denied = denied or is_denied_behind(text, tail.end() if tail else match.end())
            # "No visceral, mCRPC": the name of a tumour ends the list.
            spread = name == "metastatic" and SPREAD.match(text, match.start())
            denied = denied or bool(spread and is_denied_in_a_list(text, match.start()))
            if name == "metastatic" and denied and EXCEPT.match(text, match.end()):
                denied = False
            if name == "metastatic" and DOUBTED.search(
                text, max(0, match.start() - 40), match.start()
            ):
                continue
            if denied and _is_of_one_site(text, match):
                continue  # "no brain metastases": it may have spread elsewhere
            polarity: Polarity = "absent" if denied else "present"
            yield FoundValue(Setting(name=name, polarity=polarity), *match.span())


def places_of_met(text: str) -> Iterator[tuple[int, int]]:
    """Where a message has "met" for metastatic behind a tumour that the tables name. The patterns
    of ``metastatic`` have the forms that need no table; sources write the word out."""
    for each in recognise(text).of("tumour"):
        named = _IS_TUMOUR.search(text, each.start, each.end)
        if named and (short := _MET_BEHIND.match(text, each.end)):
            yield short.span("met")


_ONE_SITE = rf"(?:{'|'.join(SITES.values())})"
_BEHIND_SPREAD = re.compile(rf"(?i)\s(?:in|to|into|at|of)\s(?:the\s)?{_ONE_SITE}\b")
_ENDS_IN_SITE = re.compile(rf"(?i)\b(?:in|to|into|at|of)\s(?:the\s)?{_ONE_SITE}$")


def _is_of_one_site(text: str, match: re.Match[str]) -> bool:
    """Whether a spread that is denied is one to a place: "no mets in liver, bone only"."""
    before = SITE_BEFORE.search(text, max(0, match.start() - 14), match.start())
    behind = _BEHIND_SPREAD.match(text, match.end()) or _ENDS_IN_SITE.search(match.group())
    return bool(before or behind)


def is_no_spread_behind(text: str, end: int) -> bool:
    """Whether lesions are told to be benign, or not known to be of the tumour."""
    return is_benign_behind(text, end) or is_unconfirmed_behind(text, end)


def _is_local(text: str, start: int) -> bool:
    return text[max(0, start - 8) : start].lower().rstrip(" -").endswith("locally") or text[
        max(0, start - 14) : start
    ].lower().rstrip(" -").endswith("locoregionally")

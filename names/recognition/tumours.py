"""Tumour types that no table holds, told by how such words end or by the place they are of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from names.entities import EntityMention
from names.patterns.filtered import filtered_pattern
from names.tables.phrases import find_phrases
from names.tables.tumours import tumour_of_wording

ENDING = filtered_pattern(
    r"\b(?!adenocarcinoma)([a-z]{3,}(?:carcinoma|sarcoma|blastoma|lymphoma|thelioma|glioma|cytoma"
    r"|leukemia|leukaemia|adenoma|chordoma|neuroma|pharyngioma)"
    r"|meningioma|schwannoma|paraganglioma|ependymoma|(?:dys)?germinoma|insulinoma|gastrinoma"
    r"|hepatoma)s?\b",
    re.IGNORECASE,
)
_TUMOUR = r"(?:tumou?r|cancer|carcinoma|ca|neoplasm|malignancy|adenocarcinoma|adenoca|NET|SCC)s?"
_PART = r"(?:gland|duct|tract|sinus|cavity|canal|bladder|cord|wall)"
_ORGAN = (
    r"salivary|parotid|submandibular|sublingual|adrenal|ampull?ary|ampulla|vater|periampullary"
    r"|gall[\s-]?bladder|thymic|thymus|uterus|vagina|vaginal|vulva|vulval|tongue|oral|mouth|palate"
    r"|gingival?|buccal|tonsil|tonsillar|larynx|laryngeal|glottic|supraglottic|hypopharynx"
    r"|hypopharyngeal|pharynx|pharyngeal|oropharynx|trachea|tracheal|cardiac|heart|orbit|orbital"
    r"|lacrimal|eye|ocular|eyelid|conjunctival?|pituitary|pineal|parathyroid|retroperitoneal"
    r"|retroperitoneum|mediastinal|mediastinum|urethral?|ureter|ureteral|ureteric|renal pelvis"
    r"|jejunum|jejunal|ileum|ileal|duodenum|duodenal|c[ae]ecum|c[ae]ecal|appendix|appendiceal"
    r"|spleen|splenic|nasal|sinonasal|nasopharynx|maxillary|paranasal|spinal|meningeal|scrotal"
    r"|scrotum|penis|testis|testicle|bartholin(?:['’]?s)?|sweat gland|sweat|sebaceous|apocrine"
    r"|eccrine|adnexal|urachal|urachus|bile duct|liver|hepatic|bone|skin|kidney|bladder|thyroid"
    r"|cervix|oesophagus|esophagus|stomach|pancreas|rectum|anus|ovary|endometrium|carotid|placental?"
)
"""Places of the body where a tumour may begin, the breast apart. Written by hand."""
OF_PLACE = filtered_pattern(
    rf"(?i)\b(?P<place>(?:{_ORGAN})(?:\s{_PART})?|[a-z]{{3,20}}\s(?:gland|duct|tract|sinus|cavity)"
    rf")\s(?P<tumour>{_TUMOUR})\b"
)
"""``parotid tumour``, ``salivary gland ca``."""
IN_PLACE = filtered_pattern(
    rf"(?i)\b{_TUMOUR}\s(?:of|in)\s(?:(?:the|her|his|left|right|l|r|lower|upper)\s){{0,3}}"
    rf"(?P<place>(?:{_ORGAN})(?:\s{_PART})?|[a-z]{{3,20}}\s{_PART})\b"
)
"""``tumour of the gallbladder``, ``ca of the mammilla duct``."""
_BEHIND_RECEPTOR = filtered_pattern(
    r"(?i)(?<![\w-])(?:HER-?2|ER|PR|HR)[\s-]?(?:neg(?:ative)?|pos(?:itive)?|[+−-])\s"
    rf"(?P<place>{_ORGAN})(?=\s?(?:[,.;:)?]|$))"
)
"""``HER2-neg gallbladder``: the place alone, where only a tumour has receptors."""
_BEHIND_VARIANT = filtered_pattern(
    r"(?<![\w-])(?:(?:p\.)?[A-Z]\d{2,4}[A-Z]|(?i:fusion|mutant|mutated|mut|amplified|amp"
    r"|rearranged|[a-z]\w{1,6}[\s-](?:fusion-positive)))\s"
    rf"(?P<place>(?i:{_ORGAN}))"
    r"(?=\s?(?:[,.;:)?]|$)|\s(?i:after|post|following|failed|progress\w*|pd|[1-4]L|first|second"
    r"|third|who|what|which|pts?|patients?)\b)"
)
"""``FGFR3 S249C bladder after ...``: the place alone, behind what only a tumour carries."""
PAST = re.compile(r"(?i)\b(?:history of|hx of|h/o|prior|previous|past|s/p|no)\s\Z")
SEATS_OF_METASTASES = frozenset(("liver", "hepatic", "bone", "skin"))
"""Where a tumour may have come from elsewhere: it is not named as one that began there."""
GLIOMA, LOW_GRADE, HIGH_GRADE = "glioma", "low-grade glioma", "high-grade glioma"
_NAME_OF_GLIOMA = re.compile(
    r"(?i)(?<![a-z])(?:(?:high|low)[\s-]grade\s|anaplastic\s)?"
    r"(?:oligo(?:dendrogliomas?|astrocytomas?)?|astro(?:cytomas?)?|gliomas?)|p?[LH]GG"
)
_SHORT_GLIOMA = filtered_pattern(
    r"(?i)(?<![\w-])(?:oligo|astro)(?![\w-]|\s?(?:met|prog|prof|recur|relap|pers|dis))"
)
_OF_GLIOMA = filtered_pattern(
    r"(?i)\b(?:IDH-?[12]?|1p\W{0,2}19q|co-?del\w{0,6}|WHO|vorasidenib|temozolomide|TMZ|PCV|glioma"
    r"|craniotomy)\b|\b(?:g|gr\.?|grade)\s?(?:[1-4]|I{1,3}|IV)\s(?:oligo|astro)\b"
    r"|\b(?:oligo|astro),?\s(?:g|gr\.?|grade)\s?(?:[1-4]|I{1,3}|IV)\b"
)
"""Beside it "oligo" is an oligodendroglioma, not a few metastases."""
_LEVEL = r"(?:[1-4](?![\d.]?\d)|I{1,3}|IV)"
_GRADE_OF_GLIOMA = filtered_pattern(
    rf"(?i)(?<![\w-])(?:(?:(?:CNS\s)?WHO[\s-](?:CNS\s)?)?(?:grade|grd?\.?|g|°)[\s-]?(?P<grade>{_LEVEL})"
    rf"|WHO\s?(?P<who>I{{1,3}}|IV))(?P<more>\s?(?:-|–|/|to|or)\s?(?:grade\s|g)?{_LEVEL})?(?!\w)"
)
"""The grade of the WHO. "WHO 1" with a plain number is a performance status."""
_WORD_OF_GRADE = re.compile(
    r"(?i)\b(?:(?P<high>high[\s-]grade|anaplastic)|low[\s-]grade|pilocytic)\b"
)
_NUMBERS = {"I": 1, "II": 2, "III": 3, "IV": 4}
HIGH = 3
"""Grade from which a glioma is a high-grade one (WHO classification of tumours of the central
nervous system, 2021: https://pubmed.ncbi.nlm.nih.gov/34185076/)."""
BEHIND_GRADE = 20
"""Characters behind a grade in which its event stands ("grade 3 ALT rise"). Chosen by hand."""
WINDOW = 100
"""Characters around a grade in which a glioma is looked for: more than :data:`NEAR_GRADE`."""
NEAR_GRADE = 60
"""Characters between a glioma and its grade. Chosen by hand: "IDH-mutant, 1p/19q-codeleted"."""
_OTHER_CLAUSE = re.compile(r"[,.;:()]")
_OTHER_SENTENCE = re.compile(r"[.;!?](?=\s)|\n")
_EVENTS = "clinical/toxicities.tsv"


def graded_gliomas(mentions: Sequence[EntityMention], text: str) -> list[EntityMention]:
    """The mentions, with the gliomas by their WHO grade, which decides on what they are given. Of
    several grades the highest counts: the tumour has transformed. A glioma whose grade is not told,
    or is left open ("grade 2 or 3"), stays one."""
    if not any(map(_is_glioma, mentions)):
        return list(mentions)
    return [
        replace(each, names=(_name_by_grade(each, text),)) if _is_glioma(each) else each
        for each in mentions
    ]


def is_grade_of_glioma(text: str, start: int, end: int) -> bool:
    """Whether a grade at this place is that of a glioma, not of an event."""
    first = max(0, start - WINDOW)
    near = text[first : end + WINDOW]
    grade = (start - first, end - first)
    return any(_belongs(near, each.span(), grade) for each in _NAME_OF_GLIOMA.finditer(near))


def _is_glioma(mention: EntityMention) -> bool:
    known = mention.kind == "tumour" and mention.name in {GLIOMA, LOW_GRADE, HIGH_GRADE}
    return known and bool(_NAME_OF_GLIOMA.fullmatch(mention.text))


def _name_by_grade(glioma: EntityMention, text: str) -> str:
    own = (glioma.start, glioma.end)
    grades = [_levels(e) for e in _GRADE_OF_GLIOMA.finditer(text) if _belongs(text, own, e.span())]
    if grades:
        low, high = max(grades, key=max)
        return HIGH_GRADE if low >= HIGH else LOW_GRADE if high < HIGH else GLIOMA
    words = [e for e in _WORD_OF_GRADE.finditer(text) if _belongs(text, own, e.span())]
    if words:
        return HIGH_GRADE if any(each["high"] for each in words) else LOW_GRADE
    return glioma.name


def _levels(grade: re.Match[str]) -> tuple[int, int]:
    """The lowest and the highest grade of "grade 3", "grade 2 or 3"."""
    written = [each.upper() for each in re.findall(rf"(?i){_LEVEL}", grade.group())]
    levels = [_NUMBERS.get(each) or int(each) for each in written]
    return min(levels), max(levels)


def _belongs(text: str, glioma: tuple[int, int], grade: tuple[int, int]) -> bool:
    """Whether a grade stands beside a glioma, and no event does that it may be of."""
    start, end = min(glioma[1], grade[1]), max(glioma[0], grade[0])
    between = text[start:end]
    behind = _OTHER_CLAUSE.split(text[grade[1] : grade[1] + BEHIND_GRADE])[0]
    behind = behind if grade[0] >= glioma[1] else ""
    parted = len(between) > NEAR_GRADE or _OTHER_SENTENCE.search(between)
    return not parted and not any(any(find_phrases(e, _EVENTS)) for e in (between, behind))


def find_other_tumours(text: str) -> Iterator[EntityMention]:
    """Words that can only be a tumour ("carcinosarcoma"), so that it is not taken for another."""
    yield from _by_ending(text)
    if _OF_GLIOMA.search(text):
        yield from (
            EntityMention("tumour", (GLIOMA,), each.group(), *each.span())
            for each in _SHORT_GLIOMA.finditer(text)
        )
    for pattern in (OF_PLACE, IN_PLACE):
        for match in pattern.finditer(text):
            name = tumour_of_wording(match.group().lower()) or _name_of(match["place"].lower())
            if name and not PAST.search(text, max(0, match.start() - 20), match.start()):
                yield EntityMention("tumour", (name,), match.group(), *match.span())
    for pattern in (_BEHIND_RECEPTOR, _BEHIND_VARIANT):
        for match in pattern.finditer(text):
            place = match["place"].lower()
            if place not in SEATS_OF_METASTASES and (name := _name_of(place)):
                yield EntityMention("tumour", (name,), match["place"], *match.span("place"))


def _by_ending(text: str) -> Iterator[EntityMention]:
    for match in ENDING.finditer(text):
        if not tumour_of_wording(match.group().lower()):
            yield EntityMention("tumour", (match[1].lower(),), match.group(), *match.span())


@cache
def _name_of(place: str) -> str:
    """The tumour of a place: as the table names it, else after the place; empty where the words
    are of the breast ("breast duct")."""
    if "breast" in place or "mammar" in place:
        return ""
    if place in SEATS_OF_METASTASES:
        return f"{place} tumour"
    whole = place.split()[0] if place not in _WHOLE else _WHOLE[place]
    for words in (place, whole, _WHOLE.get(whole, "")):
        for kind in ("cancer", "carcinoma"):
            if words and (named := tumour_of_wording(f"{words} {kind}")):
                return named
    return f"{place} tumour"


_WHOLE = {
    "parotid": "salivary gland", "parotid gland": "salivary gland", "salivary": "salivary gland",
    "submandibular": "salivary gland", "submandibular gland": "salivary gland",
    "sublingual": "salivary gland", "gall bladder": "gallbladder", "uterus": "uterine",
    "cervix": "cervical", "vulva": "vulvar", "vulval": "vulvar", "thymus": "thymic",
    "penis": "penile", "testis": "testicular", "testicle": "testicular", "anus": "anal",
    "appendix": "appendiceal", "rectum": "rectal", "stomach": "gastric", "ovary": "ovarian",
    "pancreas": "pancreatic", "endometrium": "endometrial", "oesophagus": "oesophageal",
    "esophagus": "oesophageal", "oropharynx": "oropharyngeal", "nasopharynx": "nasopharyngeal",
    "jejunum": "small bowel", "jejunal": "small bowel", "ileum": "small bowel",
    "ileal": "small bowel", "duodenum": "small bowel", "duodenal": "small bowel",
    "tongue": "head and neck", "mouth": "head and neck", "oral": "head and neck",
    "oral cavity": "head and neck", "tonsil": "head and neck", "tonsillar": "head and neck",
    "larynx": "head and neck", "laryngeal": "head and neck", "glottic": "head and neck",
    "hypopharynx": "head and neck", "hypopharyngeal": "head and neck", "pharynx": "head and neck",
    "caecum": "colon", "caecal": "colon", "cecum": "colon", "cecal": "colon",
}  # fmt: skip
"""A place → the place that the table names its tumours by."""

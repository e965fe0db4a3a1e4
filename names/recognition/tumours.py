"""Tumour types that no table holds, told by how such words end or by the place they are of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from names.entities import EntityMention
from names.patterns.filtered import filtered_pattern
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


def find_other_tumours(text: str) -> Iterator[EntityMention]:
    """Words that can only be a tumour ("carcinosarcoma"), so that it is not taken for another."""
    for match in ENDING.finditer(text):
        yield EntityMention("tumour", (match[1].lower(),), match.group(), *match.span())
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

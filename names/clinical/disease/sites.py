"""The places to which a tumour spreads, and how they are written."""

from __future__ import annotations

import re

from names.patterns.filtered import filtered_pattern

SITES = {
    "brain": r"brain(?:[\s-]?stem)?|cerebral|cerebell(?:ar|um)|CNS|intracranial|posterior fossa"
    r"|(?:frontal|parietal|temporal|occipital) lobe|occipital",
    "leptomeninges": r"leptomeningeal",
    "liver": r"liver|hepatic|hep(?= (?:mets?|metasta))",
    "bone": r"bone|bony|osseous|skeletal",
    "lung": r"lung|pulmonary",
    "pleura": r"pleural?",
    "peritoneum": r"peritone(?:al|um)",
    "lymph nodes": r"(?:lymph )?nod(?:al|es?)",
    "skin": r"skin|cutaneous",
    "adrenal": r"adrenal",
    "viscera": r"visceral",
}
SITE = "|".join(f"(?P<s{number}>{words})" for number, words in enumerate(SITES.values()))
SPREAD_BEFORE = filtered_pattern(
    rf"(?i)\b(?:{SITE})(?:(?:[\s-](?:only|and|or|new)){{0,2}}"
    r"[\s-]{1,2}(?:metasta(?:sis|ses|tic)|mets?\b|lesions?|disease|involvement|progression)"
    r"|(?<=bone)[\s-]only\b)"
)
WORD_OF_SITE = re.compile(rf"(?i)\b(?:{SITE})\b")
SPREAD_TO = filtered_pattern(
    r"(?i)\b(?:metasta(?:sis|ses|tic|sized|sised|tatic)|mets|lesions|spread|disseminated"
    r"|secondaries)"
    r"(?: (?:disease|lesions|breast cancer))? (?:to|in|into|at)(?: the)?"
    r" (?P<places>[a-z, /&]{3,60})"
    r"|\b(?:(?-i:PD|POD)|progressive disease)(?:\s(?:only|now))? (?:in|to)(?: the)?"
    r" (?P<failed>[a-z, /&]{3,60})"
    r"|\b(?:(?-i:PD|POD)|progressive disease)\s(?=(?:brain|CNS|liver|hepatic|bones?|periton"
    r"|adrenal)\b)(?P<at>[a-z, /&+]{3,60})"
    r"|\b(?:mets|metastases)(?:\s?:\s?|\s)(?=(?:brain|liver|hepatic|bones?|lungs?|pleura|periton"
    r"|skin|adrenal|nodes?|LN)\b)(?P<after>[a-z, /&+]{3,60})"
    r"|\b(?:mets|metastases|metastatic breast cancer|metastatic"
    r"|stage IV)\s?\((?P<bracket>[a-z, /&+]{3,60})\)"
    r"|(?P<list>(?:\b(?:brain|liver|bone|lung|pleural?|peritone\w+|nod\w+|skin|adrenal)\b"
    r"(?:,| and|/| &)\s?){1,6}\b(?:brain|liver|bone|lung|pleural?|nod\w+|skin|adrenal)\b)"
    r"(?= (?:metasta|mets|involvement|disease))"
)

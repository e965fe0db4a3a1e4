"""The places to which a tumour spreads, and how they are written."""

from __future__ import annotations

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

"""The amino acids by their codes of three letters and of one (IUPAC-IUB 1983; ``*`` is a stop)."""

from __future__ import annotations

ONE_LETTER = {
    "Ala": "A", "Arg": "R", "Asn": "N", "Asp": "D", "Cys": "C", "Gln": "Q", "Glu": "E",
    "Gly": "G", "His": "H", "Ile": "I", "Leu": "L", "Lys": "K", "Met": "M", "Phe": "F",
    "Pro": "P", "Ser": "S", "Thr": "T", "Trp": "W", "Tyr": "Y", "Val": "V", "Ter": "*",
}  # fmt: skip
"""Code of three letters → code of one."""
LETTERS = "".join(sorted(ONE_LETTER.values())).replace("*", "")
"""The twenty codes of one letter, the stop excepted."""

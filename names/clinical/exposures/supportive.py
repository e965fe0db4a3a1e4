"""Supportive drugs of which a text tells that they are taken already, so that it asks of another:
"G3 diarrhoea on abemaciclib, already taking loperamide", "despite maximal loperamide"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from names.clinical.exposures.comedication import drugs_named, read_comedication
from names.entities import EntityMention
from names.tables.drugs import effects_on_others, strategies
from names.tables.other_drugs import other_drugs, remedies

_MOST = r"(?:max(?:imal(?:ly)?|imum|ed(?: out)?|\.)?|full|high|optimal|adequate|regular|scheduled)"
_HOW = (
    rf"(?:(?:{_MOST}|dosed?|doses|daily|oral|iv|tolerated|the|his|her|their|a|of|with|on|taking"
    r"|therapy|treatment|use)[\s-]|\d{1,5} ?(?:mg|g|units?)(?:/d(?:ay)?)?(?: of)?\s){0,4}"
)
"""Words on how it is taken, between the cue and the drug."""
ALREADY = re.compile(
    r"(?i)(?:[\s,;(]{0,3}\b(?:and|but|who|s?he|pt|patient|though|although))?"
    r"(?:\s?\b(?:is|has|was))?[\s,;(]{0,3}\b(?:already\s(?:been\s)?(?:taking|takes|on|receiving"
    r"|receives|using|uses|given|gets|getting|started|has|had|under)\s"
    r"|(?:despite|notwithstanding|in spite of|refractory to|(?:not|un|poorly |inadequately )"
    r"\s?controlled (?:with|by|on|under)|persist(?:s|ing|ent) (?:on|with|under)"
    r"|no (?:better|relief|improvement|response) (?:on|with|from|to|under))\s"
    rf"|(?:on|taking|takes|under|with|receiving)\s(?=(?:\w{{1,8}}\s)?{_MOST}[\s-]))"
    rf"{_HOW}$"
)
"""What stands right before a supportive drug that is taken already."""
IN_VAIN = re.compile(
    r"(?i)\s(?:(?:is |was |has been )?(?:already (?:given|started|taken|on board|maxed(?: out)?)"
    r"|maxed(?: out)?|at max\w{0,4}|ineffective|insufficient)|(?:is |was |does |did |has )?"
    r"(?:not|n't) (?:help\w{0,3}|work\w{0,3}|enough|effective|sufficient)"
    r"|without (?:effect|success|benefit|relief)|(?:has )?failed)\b"
)
"""What stands behind one."""
AMOUNT = re.compile(
    r"(?i)(?:\s\d{1,5}(?:[.,]\d{1,3})? ?(?:mg|g|units?|IU)(?:/d(?:ay)?)?)?"
    r"(?:\s(?:daily|bd|bid|tid|tds|qid|od|prn|a day|at max\w{0,4} dose)){0,2}\)?"
)
CLAUSE_ENDS = re.compile(r"\s?(?:[.,;:)]|$)")
JOINED = re.compile(r"(?i)\s?(?:\+|/|&|\band\b|\bplus\b)\s?(?:also\s)?")
STRAY = re.compile(r"[\s,;(]{1,3}([.,;])|(?<=\.)\.")
"""A sign that is left alone when the words before it are gone."""
REACH = 70
"""Characters before a drug in which such words are looked for. Chosen by hand: a clause."""


@dataclass(frozen=True, slots=True)
class TakenDrug:
    """A supportive drug that is taken already, with the place of the words that tell it."""

    drug: str
    start: int
    end: int


def read_taken_remedies(text: str) -> tuple[TakenDrug, ...]:
    """The supportive drugs that a text tells to be taken already, in order.

    A drug that changes the exposure to others counts only if it is a remedy of adverse events:
    what else it does to the treatment is a question of its own."""
    current = {each.start for each in read_comedication(text)}
    found: list[TakenDrug] = []
    drugs = drugs_named(text)
    for place, drug in enumerate(drugs):
        if not _is_supportive(drug.name):
            continue
        amount = AMOUNT.match(text, drug.end)
        end = amount.end() if amount else drug.end
        before = ALREADY.search(text, max(0, drug.start - REACH), drug.start)
        behind = IN_VAIN.match(text, end)
        listed = bool(found) and JOINED.fullmatch(text, found[-1].end, drug.start) is not None
        plain = drug.name in remedies() and drug.start in current and _ends_clause(text, end)
        if not (before or behind or listed or plain):
            continue
        start = before.start() if before else drug.start
        if listed:
            start = found[-1].end
        elif before is None and plain:
            start = _cue_start(text, drugs[:place], drug)
        found.append(TakenDrug(drug.name, start, behind.end() if behind else end))
    return tuple(found)


def without_taken_remedies(text: str, taken: tuple[TakenDrug, ...]) -> str:
    """The text without the words that tell of these drugs."""
    for each in reversed(taken):
        text = f"{text[: each.start]}{text[each.end :]}"
    return STRAY.sub(r"\g<1>", " ".join(text.split())).lstrip(" ,;.:")


def _is_supportive(drug: str) -> bool:
    if drug in remedies():
        return True
    apart = drug in effects_on_others() or drug in strategies()
    return drug in other_drugs() and not apart


def _ends_clause(text: str, end: int) -> bool:
    """Whether a clause ends behind a drug, so that nothing more is said or asked of it there."""
    return CLAUSE_ENDS.match(text, end) is not None


PLAIN = re.compile(
    r"(?i)[\s,;(]{0,3}\b(?:(?:and|but|now|also|is|s?he) ){0,4}(?:on|takes|taking)\s.{0,25}$"
)


def _cue_start(text: str, before: list[EntityMention], drug: EntityMention) -> int:
    """Where the words begin that tell of a drug that is taken; its own start if none are near."""
    lowest = max(before[-1].end if before else 0, drug.start - REACH)
    match = PLAIN.search(text, lowest, drug.start)
    return match.start() if match else drug.start

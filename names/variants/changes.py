"""What changes in a sequence, in one form: bases and residues by HGVS, rows of a VCF. Pure."""

from __future__ import annotations

import re

from names.amino_acids import LETTERS, ONE_LETTER

DNA = r"[ACGT]{1,60}"
_LONG = re.compile(rf"({'|'.join(ONE_LETTER)})")
_AA = rf"[{LETTERS}*]"
_RANGE = rf"{_AA}\d{{1,5}}_{_AA}\d{{1,5}}"
_CHANGE = re.compile(
    rf"{_AA}\d{{1,5}}(?:{_AA}(?:fs(?:\*\d{{1,4}})?)?|fs(?:\*\d{{1,4}})?|=|del|dup"
    rf"|delins[{LETTERS}*]{{1,30}})"
    rf"|{_RANGE}(?:delins[{LETTERS}*]{{1,30}}|del|dup|ins[{LETTERS}*]{{1,30}})"
    rf"|M1(?:\?|ext-\d{{1,4}})|\*\d{{1,5}}{_AA}ext\*(?:\d{{1,4}}|\?)"
)
_SPELLED = re.compile(
    rf"{_AA}(?P<first>\d{{1,5}})(?:_{_AA}(?P<last>\d{{1,5}}))?(?:del|dup)(?P<letters>[{LETTERS}]+)"
)
"""What is deleted or doubled, spelled out behind: ``E746_A750delELREA``."""
_INTERVAL = re.compile(r"Q(?:4|6|8|12|24|48)H")
"""A dosing interval, no glutamine."""
_POSITION = r"[-*]?\d{1,9}(?:[+-]\d{1,5})?"
_BASES = re.compile(
    rf"(?P<start>{_POSITION})(?:_(?P<end>{_POSITION}))?"
    rf"(?:(?P<before>{DNA})>(?P<after>{DNA})|del(?:{DNA})?ins(?P<put>{DNA})"
    rf"|(?P<event>del|dup|inv)(?:{DNA})?|ins(?P<added>{DNA})|(?P<same>=))"
)


def normal_bases(change: str) -> str:
    """A change of bases as HGVS wants it: what is deleted, doubled or turned round is told by its
    place alone. Empty for what is none."""
    match = _BASES.fullmatch(change)
    if match is None:
        return ""
    span = match["start"] + (f"_{match['end']}" if match["end"] else "")
    if match["before"]:
        return f"{span}{match['before']}>{match['after']}"
    if match["put"] or match["added"]:
        return f"{span}{'delins' if match['put'] else 'ins'}{match['put'] or match['added']}"
    return f"{span}{match['event'] or match['same']}"


def normal_residues(change: str) -> str:
    """A change of a protein in codes of one letter, without the brackets of a prediction. Empty for
    what is none."""
    short = _LONG.sub(lambda match: ONE_LETTER[match[1]], change.strip("()"))
    short = re.sub(r"(?<=\d)X$|(?<=fs)X", "*", short)
    if spelled := _SPELLED.fullmatch(short):
        first = int(spelled["first"])
        if len(spelled["letters"]) != int(spelled["last"] or first) - first + 1:
            return ""
        short = short.removesuffix(spelled["letters"])
    return short if _CHANGE.fullmatch(short) and not _INTERVAL.fullmatch(short) else ""


def change_of_vcf(place: int, before: str, after: str) -> str:
    """The change by HGVS of a place, its bases and what stands there instead. An insertion that
    repeats its neighbour is one here: whether it is a duplication, only the sequence tells."""
    while before and after and before[-1] == after[-1] and len(before) + len(after) > 2:
        before, after = before[:-1], after[:-1]
    while before and after and before[0] == after[0]:
        before, after, place = before[1:], after[1:], place + 1
    last = place + len(before) - 1
    span = str(place) if last == place else f"{place}_{last}"
    if not before:
        return f"{place - 1}_{place}ins{after}"
    if not after:
        return f"{span}del"
    if len(before) == len(after) == 1:
        return f"{place}{before}>{after}"
    return f"{span}delins{after}"

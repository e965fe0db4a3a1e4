"""Allergies to drugs: "allergic to paclitaxel", "penicillin: anaphylaxis", and what was borne
since: "labelled allergic to carboplatin but had it twice since without a reaction"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from names.clinical.exposures.comedication import drugs_named
from names.clinical.grammar.polarity import polarity_at
from names.clinical.values import Condition, FoundValue, Polarity, Therapy
from names.entities import EntityMention
from names.patterns.filtered import filtered_pattern
from names.tables.other_drugs import cancer_drugs

ALLERGY_TO = "allergy to "
"""How the names of conditions begin that are allergies."""
ALLERGIC = re.compile(
    r"(?i)\b(?:(?:allerg(?:y|ic)|(?:severe )?hypersens(?:itivity|\.)?|anaphyl(?:axis|actic|\.)?"
    r"|intolerance|(?-i:HSR)|reacted(?:\s\w{2,12}ly)?)\s(?:reactions?\s|shock\s)?(?:to|with|w/"
    r"|on|after)"
    r"|(?:drug )?allerg(?:y|ies):)\s(?:the\s)?$"
)
ALLERGIC_WORD = filtered_pattern(r"(?i)allerg|hypersens|anaphyl|intolerance|\bHSR\b|\breacted\b")
ALLERGY = re.compile(
    r"(?i)(?:,\s(?=allergic reaction|anaphyla)|[\s-]|:\s)(?:(?:severe|serious|life-threatening"
    r"|bad|prior|known|labell?ed|listed|recorded|reported|documented|[\"“]|(?:grade|gr|G)\s?[1-4])\s){0,2}"
    r"(?:allerg(?:y|ic reactions?|ic)|anaphyla(?:xis|ctic (?:reaction|shock))"
    r"|hypersens(?:itivity|\.)?(?: reactions?)?|(?-i:HSR))(?!\w)"
    r"(?!\s(?:risk|rates?|incidence|prophyla|premed|management|prevention|protocol|desensiti|in\b"
    r"|frequency|reactions? (?:rate|risk|in\b)))"
)
"""Behind a drug to which somebody is allergic."""
ASKED_ABOUT = re.compile(
    r"(?i)\s?(?:[-–—,:]\s?)?(?:\?|(?:how|what (?:dose|premed|to give|drugs?)|risks?|kit"
    r"|protocols?|pathway|guidance|management|algorithm|premed\w{0,12}|prophylaxis|rates?"
    r"|incidence)\b)"
)
"""Behind an allergy that is asked about, or prepared for, and not told of the patient."""
IF = re.compile(
    r"(?i)\b(?:(?:if|unless|in case of|whether)\s(?:\w{1,12}\s){0,4}"
    r"|(?:vs\.?|versus|or|than)\s(?:an?\s|the\s)?)$"
)
"""Before a drug whose allergy is only thought of, or compared."""
_OF_THE_DRUG = re.compile(
    r"(?i)\b(?:manag\w{1,5}|prevent\w{0,4}|risks? of|rates? of|how (?:common|often|frequent)"
    r"|avoid|incidence of|premed\w{0,12} for|treat(?:ment of)?|what is|does|is)\s(?:an?\s)?$"
)
"""Before a drug of which only the effect is asked about."""
BEFORE = 50
"""Characters before a drug in which "allergic to" is looked for. Chosen by hand."""
_TURN = r"(?:[,(–—-]|\bbut\b|\bhowever\b|\byet\b|\bthough\b)"
_FIRST_TURN = re.compile(rf"(?i)[^.;?!\n]{{0,40}}?{_TURN}")
_LAST_TURN = re.compile(rf"(?i)[^.;?!\n]{{0,40}}{_TURN}")
"""Behind an allergy: where something else may be told of it."""
BEHIND_A_TURN = 40
"""Characters behind such a place in which "tolerated" is looked for. Chosen by hand."""
_BORNE = re.compile(
    r"(?i)[^.;?!\n]{0,90}?"
    # Of each alternative the first letter, or the blank before "test".
    r"(?P<borne>\b(?=[cdghnoprst\s])"
    r"(?:re-?challenged?\s(?:\w{2,12}\s)?(?:fine|ok(?:ay)?|well|uneventful\w*)\b"
    r"|tolerat(?:es?|ed|ing)\b|de-?labell?ed\b|not (?:truly |really )?allergic\b"
    r"|(?:skin|oral|drug|provocation|graded)?\s?(?:test|challenge)\s(?:was\s)?(?:neg\w*|passed"
    r"|ok\b|fine\b|tolerated)|passed\s(?:an?\s)?(?:\w{2,8}\s)?challenge"
    r"|(?:had|has had|got|received|re-?challenged|given|taken|took)\b[^.;?!\n]{0,40}?"
    r"\b(?:without|no)\s(?:an?\s|any\s|further\s)?(?:reactions?|problems?|issues?|rash|event)\b))"
)
"""Behind an allergy: that the drug, or one of its kind, was borne since."""
_NEVER = re.compile(r"(?i)\b(?:not|never|n['’]t|cannot|couldn|poorly|badly|if)\b")
_DESENSITISED = re.compile(r"(?i)\bdesensiti")
_KIN = 6
"""Letters at the end that drugs of one kind share: "-cillin". By hand: WHO stems of names have as
many or fewer, and shorter ends are shared by chance."""


def read_allergies(text: str) -> Iterator[FoundValue]:
    """The drugs to which somebody is allergic, or is told not to be. One that was borne since is
    no allergy; where it was another of its kind, nobody knows."""
    drugs = drugs_named(text) if ALLERGIC_WORD.search(text) else []
    for drug in drugs:
        before = _allergy_before(text, drug.start)
        behind = _allergy_behind(text, drug.start, drug.end)
        if before or behind:
            start = before.start() if before else drug.start
            end = behind.end() if behind else drug.end
            polarity = _polarity(text, drug, drugs, start, end)
            condition = Condition(name=f"{ALLERGY_TO}{drug.name}", polarity=polarity)
            yield FoundValue(condition, start, end)


def with_drugs_borne(found: Iterable[FoundValue]) -> list[FoundValue]:
    """The values with a drug that the words of an allergy call not borne as one that was had, if
    these tell that it was borne since."""
    values = list(found)
    borne = [
        (each.value.name.removeprefix(ALLERGY_TO), each)
        for each in values
        if isinstance(each.value, Condition) and each.value.polarity == "absent"
    ]
    return [
        replace(each, value=replace(each.value, outcome="given"))
        if isinstance(each.value, Therapy)
        and each.value.outcome == "intolerant"
        and any(
            each.value.drugs == (drug,) and each.start < told.end and told.start < each.end
            for drug, told in borne
        )
        else each
        for each in values
    ]


def _polarity(
    text: str, drug: EntityMention, drugs: list[EntityMention], start: int, end: int
) -> Polarity:
    polarity = polarity_at(text, start, end)
    borne = _borne_behind(text, end) if polarity == "present" else None
    if borne is None or _NEVER.search(text[end : borne.end()].replace(borne["borne"], "")):
        return polarity
    stop = re.compile(r"[.;?!\n]|$").search(text, borne.end())
    last = stop.start() if stop else len(text)
    if _DESENSITISED.search(text, borne.end(), last):
        return polarity
    others = [e.name for e in drugs if end <= e.start < last and e.name != drug.name]
    if not others:
        return "absent"
    # Of taxanes and platinum the solvent or the drug may be at fault: one says nothing of another.
    kin = drug.name not in cancer_drugs() and all(
        drug.name[-_KIN:] == name[-_KIN:] for name in others
    )
    return "uncertain" if kin else polarity


def _borne_behind(text: str, end: int) -> re.Match[str] | None:
    """That something was borne, told behind what ends at ``end`` where it turns to something else.

    In three steps: as one pattern each place was looked at once for each turn before it."""
    first = _FIRST_TURN.match(text, end)
    last = _LAST_TURN.match(text, end)
    borne = _BORNE.match(text, first.end()) if first else None
    near = borne and last and borne.start("borne") <= last.end() + BEHIND_A_TURN
    return borne if near else None


def _allergy_before(text: str, start: int) -> re.Match[str] | None:
    """ "Allergic to" before the drug that begins at ``start``, where it is told of somebody."""
    match = ALLERGIC.search(text, max(0, start - BEFORE), start)
    thought = match and IF.search(text, max(0, match.start() - BEFORE), match.start())
    return None if thought else match


def _allergy_behind(text: str, start: int, end: int) -> re.Match[str] | None:
    """ "Anaphylaxis" behind the drug from ``start`` to ``end``, where it is told of somebody."""
    match = ALLERGY.match(text, end)
    before = text[max(0, start - BEFORE) : start]
    asked = _OF_THE_DRUG.search(before) or IF.search(before)
    return None if not match or asked or ASKED_ABOUT.match(text, match.end()) else match

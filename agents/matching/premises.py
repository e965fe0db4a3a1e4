"""What a question takes for granted although the tables contradict it: the class of a drug, its
route. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Set
from itertools import combinations

from agents.matching.patient.tumours import join_with_or
from agents.matching.subject.substrates import substrate_words
from agents.matching.subject.trial_entry import stages_named
from agents.matching.subject.trials import circumstances_named, groups_named, names_of_groups
from agents.wording.not_found import group_not_found_sentence
from names.clinical.exposures import effects_of
from names.clinical.markers.expression import score_groups
from names.clinical.routes import read_routes, routes_agree, routes_of
from names.clinical.treatment.lines import read_lines_of_treatment
from names.clinical.treatment.no_progression import tells_response
from names.clinical.values import Exposure, Line
from names.entities import EntityMention
from names.recognise import recognise
from names.tables import effects_on_others, lineage
from names.tables.drugs import substrate_classes
from names.tables.other_drugs import other_drugs
from names.tables.treatment.approvals import EndedApproval, ended_approvals, ended_sentences
from names.tables.treatment.drug_classes import class_patterns, drug_classes

_CALLED_AFTER = re.compile(
    r"\s{0,9}(?:,|\(|\bis\b|\bas\b|\bbeing\b)?\s{0,9}(?:an?|the)\s{1,9}", re.IGNORECASE
)
_CALLED_BEFORE = re.compile(r"\b(?:an?|the)\s+$", re.IGNORECASE)
_WIDE = frozenset(
    ("chemotherapy", "endocrine therapy", "estrogen receptor inhibition", "er signaling inhibition")
)
_FIRST = re.compile(r"\b(?:first[- ]line|1L|adjuvant|neoadjuvant|newly diagnosed)\b", re.I)
_MAINTENANCE = re.compile(
    r"(?i)(?<!\bnot )(?<!\bno )(?<!\bnon-)(?<!\bnot as )(?<!\bnot for )(?<!\bnot in )"
    r"\bmaint(?:[ae]n[ae]nce)?\b"
)
_EXPOSURES = ("CYP", "P-gp", "UGT", "BCRP", "OATP", "QT")
_BETWEEN = re.compile(r"[ -]{1,2}(?:as (?:an? )?|given |taken |by )?")
"""Words between a drug and its route."""
_END = re.compile(r"\s{0,9}(?:[,):?;.]|$|\b(?:for|in|that|which|indicated|approved|given)\b)")


def flawed_premises(text: str) -> tuple[str, ...]:
    """Sentences on drugs that a text puts into a wrong class, or gives by a wrong route.

    Only for drugs whose class the tables know, and not for wide classes: authors differ on which
    drugs they call chemotherapy."""
    found = recognise(text)
    classes = found.of("drug_class")
    said = (
        sentence
        for drug in found.of("drug")
        for called in classes
        if _is_called(drug, called, text)
        for sentence in _contradictions(drug, text[called.start : called.end], called.names)
    )
    return tuple(dict.fromkeys((*said, *wrong_routes(text))))


ASKS_ENDED = re.compile(
    r"(?i)\b(?:withdrawn|withdrew|revoked|off the market|no longer (?:approved|made|marketed))\b"
    r"(?! (?:for|due|because|after|owing|with|at|in|on)\b)"
    r"|\b(?:still|yet|currently) (?:(?:FDA|EMA|EU|US)[ -])?(?:approved|licen[cs]ed|marketed"
    r"|authori[sz]ed|sold)\b|\b(?:on|from) the market\b|\b(?:lost|lose) (?:its|the) approval\b"
)
"""Words that ask whether an approval has ended, in whichever tumour. A drug that a patient no
longer gets is "withdrawn for colitis"."""


def asks_ended(text: str) -> bool:
    """Whether a text asks if an approval has ended, in whichever tumour."""
    return ASKS_ENDED.search(text) is not None


def wrong_routes(text: str) -> tuple[str, ...]:
    """A sentence for each drug that a text gives by a route that the tables do not have for it:
    "fulvestrant tablets", "oral trastuzumab". The words for the route stand beside the drug. Words
    before a drug are for that drug alone."""
    named = recognise(text).of("drug")
    said = []
    for name, start, end in read_routes(text):
        after = next((d for d in named if _BETWEEN.fullmatch(text[end : d.start])), None)
        drug = after or next((d for d in named if _BETWEEN.fullmatch(text[d.end : start])), None)
        own = routes_of(drug.name) if drug else frozenset()
        if drug and own and not routes_agree(own, frozenset((name,))):
            ways = join_with_or(sorted(own))
            said.append(f"{drug.name[0].upper()}{drug.name[1:]} is given {ways}, not {name}.")
    return tuple(dict.fromkeys(said))


def ended_approvals_named(
    text: str, known: Collection[str] = (), offered: Set[str] = frozenset()
) -> tuple[str, ...]:
    """Sentences on approvals that were withdrawn or narrowed, for the drugs and tumours that a text
    names. If it names no tumour, the ``known`` tumours count; without any tumour nothing is said,
    unless the text asks whether an approval has ended.
    For a class ("PARP inhibitor maintenance") only approvals for maintenance count, and so they do
    for the classes that an answer has ``offered``."""
    found = recognise(text)
    ended = ended_in_setting(text, known)
    named, classes = found.names("drug"), found.names("drug_class")
    by_class = classes if _MAINTENANCE.search(text) else frozenset()
    by_class = frozenset(offered) if named else by_class | offered
    return ended_sentences([e for e in ended if e.drug in named or drug_classes(e.drug) & by_class])


def ended_in_setting(text: str, known: Collection[str] = ()) -> tuple[EndedApproval, ...]:
    """The approvals that were withdrawn or narrowed in the tumours of a text, or else in the
    ``known`` ones, in the setting that the text speaks of."""
    tumours = recognise(text).names("tumour") or known
    anywhere = not tumours and asks_ended(text)
    return tuple(
        approval
        for approval in ended_approvals()
        if anywhere or any(approval.tumour in lineage(tumour) for tumour in tumours)
        if _is_of_setting(approval.setting, text)
    )


def _is_of_setting(setting: str, text: str) -> bool:
    """Whether an approval is for the setting that a text names; true if it names none. Only
    maintenance is told apart: a question on the first line may mean an approval for a later line. A
    question on the first line is not on maintenance after a relapse."""
    lines = [
        found.value for found in read_lines_of_treatment(text) if isinstance(found.value, Line)
    ]
    first = any(line.last == 1 for line in lines) or bool(_FIRST.search(text))
    kept = bool(_MAINTENANCE.search(text) or tells_response(text))
    if (kept or lines or first) and kept != ("maintenance" in setting):
        return False
    return not (kept and first and re.search(r"\bafter|relapsed|recurrent|previously\b", setting))


def _is_called(drug: EntityMention, called: EntityMention, text: str) -> bool:
    """Whether the words put a drug into a class: "olaparib, a PARP inhibitor", "the PARP inhibitor
    olaparib"."""
    if drug.end <= called.start:
        between = text[drug.end : called.start]
        return bool(_CALLED_AFTER.fullmatch(between) and _END.match(text, called.end))
    between = text[called.end : drug.start]
    return not between.strip() and bool(_CALLED_BEFORE.search(text[: called.start]))


def _contradictions(drug: EntityMention, words: str, names: tuple[str, ...]) -> Iterator[str]:
    told = {*names, *(name for name, pattern in class_patterns() if pattern.regex.fullmatch(words))}
    own = drug_classes(drug.name)
    telling = sorted(name for name in own if not _is_wide(name))
    if telling and not told & own and not any(map(_is_wide, told)):
        member = " and ".join(_member(name) for name in telling[:2])
        yield f"{drug.name[0].upper()}{drug.name[1:]} is {member}, not {_member(words)}."


def _is_wide(name: str) -> bool:
    """Whether a class is so wide that authors differ on its members."""
    return name.lower() in _WIDE or name.startswith(_EXPOSURES)


def _member(name: str) -> str:
    """``a PARP inhibitor`` for "PARP inhibition"."""
    word = re.sub(r"\binhibition$", "inhibitor", name)
    word = re.sub(r"^[A-Z](?=[a-z]{2})", lambda first: first[0].lower(), word)
    return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word}"


THE_LABEL = "the label"
"""The name of the label as a publisher, in questions that ask for it."""


NO_OPTION = (
    "No option for this patient was found in the sources at hand; what follows is none, and why."
)
"""Said before an answer that only names options which are not for the patient."""


def group_not_found_sentences(text: str) -> tuple[str, ...]:
    """Sentences that no statement is on just the groups of a trial that a text names: one for each
    group, and one for those that belong together."""
    by_number = (*(each.words for each in score_groups(text)), *sorted(stages_named(text)))
    of_patients = (*names_of_groups(text), *sorted(circumstances_named(text)), *by_number)
    groups = [*sorted(groups_named(text)), *of_patients][:MOST_GROUPS]
    sets = (each for size in range(len(groups)) for each in combinations(groups, size + 1))
    return tuple(group_not_found_sentence(join_with_or(each)) for each in sets)


MOST_GROUPS = 5
"""Groups of a trial's patients that are told as not found. Chosen by hand: people ask for one."""


def effects_named(text: str, rules: str) -> dict[str, str]:
    """What each drug of ordinary practice in a text does to other drugs, as a sentence of the table
    of interactions. The sentence says why one of ``rules`` on a class holds for the drug: only the
    effects that they name are told, or all if they name none."""
    drugs = recognise(text).names("drug")
    named = sorted(drug for drug in drugs if drug in other_drugs() or drug in effects_on_others())
    return {drug: told for drug in named if (told := _effect_sentence(drug, rules))}


def is_effect_told(sentence: str, text: str) -> bool:
    """Whether a sentence tells nothing but effects that the table of interactions has for a drug
    named in ``text``."""
    name, sign, told = sentence.removesuffix(".").partition(BY_TABLE)
    drug = name[:1].lower() + name[1:]
    known = {_role(each) for each in effects_of(drug)} if sign else set()
    return bool(known) and {*told.split(", ")} <= known and drug in recognise(text).names("drug")


def substrates_named(text: str) -> dict[str, str]:
    """Each drug of ordinary practice in a text → a sentence on what changes its exposure, by the
    table of substrates."""
    named = sorted(recognise(text).names("drug") & other_drugs() & frozenset(substrate_classes()))
    return {drug: _substrate_sentence(drug) for drug in named}


def _substrate_sentence(drug: str) -> str:
    told = ", ".join(substrate_words(each) for each in substrate_classes()[drug])
    return f"{drug[0].upper()}{drug[1:]}, by the table of substrates: {told}."


BY_TABLE = ", by the table of interactions: "


def _effect_sentence(drug: str, rules: str) -> str:
    effects = effects_of(drug)
    meant = [each for each in effects if each.mechanism.rpartition(" ")[0] in rules] or effects
    roles = dict.fromkeys(map(_role, meant))
    return f"{drug[0].upper()}{drug[1:]}{BY_TABLE}{', '.join(roles)}." if roles else ""


ROLES = {"inhibition": "inhibitor", "induction": "inducer", "antagonism": "antagonist"}


def _role(effect: Exposure) -> str:
    """``strong CYP2D6 inhibitor``"""
    target, _, kind = effect.mechanism.rpartition(" ")
    role = f"{target} {ROLES.get(kind, kind)}".strip()
    return f"{effect.strength} {role}".strip()

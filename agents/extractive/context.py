"""The question as it stands in its thread: a follow-up takes over what it leaves out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from agents.cores import ToolCard
from agents.extractive.kinds import kinds
from agents.extractive.needs import DRUGS, SUBJECTS, Need, understand
from agents.extractive.small_talk import is_clinical
from agents.turns import View
from names.entities import EntityKind, Mention

LEADING = re.compile(
    r"^\W*(?:and|what about|how about|also|or|same|but|ok|okay|then|so|in|for|with|why|instead|if"
    r"|is it|are they|does it|do they|any|what if|which of)\b",
    re.IGNORECASE,
)
POINTING = re.compile(
    r"\b(?:it|its|this|that|them|they|their|those|these|she|he|her|him|the (?:drug|trial|study|gene"
    r"|variant|mutation|patient|dose|same|other|combination|treatment|regimen))\b",
    re.IGNORECASE,
)
BRIEF = 14
"""Words up to which a question that points back counts as a follow-up."""
LONG = 60
"""Words from which on a case description is condensed to its question and what it names."""
LONGEST = 2_000
"""Characters of a question that are worked with: five long sentences. Of more, such as a pasted
sequence, only the end is kept, where people ask, and the names in all of it."""
GROUPS: tuple[tuple[EntityKind, ...], ...] = (
    ("drug", "drug_class", "unknown_drug"),
    ("gene", "variant", "status"),
    ("tumour",),
    ("setting",),
    ("condition", "effect", "phenotype"),
    ("trial", "registration", "pmid"),
)
"""Kinds of which one named anew replaces all that were named before."""
SENTENCE = re.compile(r"[^.?!\n]+[.?!]?")


@dataclass(frozen=True, slots=True)
class Standing:
    """A question made to stand alone."""

    text: str
    taken_over: tuple[str, ...] = ()
    """What it took over from earlier questions of the thread."""


def standing_question(view: View, cards: Sequence[ToolCard]) -> Standing:
    """The run's question with what the thread and the people in it have added."""
    earlier, answer = Standing(""), ""
    for turn in view.turns:
        if is_clinical(turn.question, cards):
            earlier = stand(condensed(turn.question), earlier.text, answer)
            answer = turn.answer
    own = condensed(view.question.text)
    standing = stand(own, earlier.text, answer)
    files = [attachment.text for attachment in view.question.attachments if attachment.text]
    added = named_in(" ".join([*view.facts, *files]), standing.text)
    return Standing(with_names(standing.text, added), standing.taken_over)


def condensed(text: str) -> str:
    """A long case description as its questions and the things it names; else the text itself."""
    text = " ".join(text.split())
    if len(text.split()) <= LONG and len(text) <= LONGEST:
        return text
    sentences = [sentence.strip() for sentence in SENTENCE.findall(text) if sentence.strip()]
    questions = [sentence for sentence in sentences if sentence.endswith("?")][-2:]
    core = " ".join(questions or sentences[-1:])[-LONGEST:]
    return with_names(core, named_in(text, core))


def named_in(text: str, beside: str) -> tuple[str, ...]:
    """The names in a text that another one does not have, each once, bounded."""
    known = understand(beside).found
    seen: dict[tuple[str, ...], str] = {}
    full = understand(text)
    current = {*full.drugs, *full.classes}
    for mention in full.found.mentions:
        if mention.kind in DRUGS and mention not in current:
            continue
        if not frozenset(mention.names) & known.names(mention.kind):
            seen.setdefault((mention.kind, *mention.names), mention.text)
    return tuple(dict.fromkeys(seen.values()))[:12]


def with_names(text: str, names: tuple[str, ...]) -> str:
    return f"{text} ({', '.join(names)})" if names else text


def stand(text: str, earlier: str, answer: str = "") -> Standing:
    """A question with what it leaves out taken from the one before it, and from its answer the
    drug when the question itself named a trial only."""
    if not earlier:
        return Standing(text)
    need, before = understand(text), understand(earlier)
    if not leans(need):
        return Standing(text)
    same_kind = not explicit_kind(need)
    mentions = inherited(need, before, same_kind)
    taken = [mention.text for mention in mentions]
    if not any(mention.kind in DRUGS for mention in (*mentions, *need.found.mentions)):
        taken += told_of(answer, need, before)
    words: tuple[str, ...] = ()
    if same_kind:
        words = tuple(filter(None, (kinds()[before.kind_name].words, *before.topics)))
    once = tuple(dict.fromkeys(taken))
    return Standing(with_names(text, (*once, *words)), once)


NEEDING_DRUG = frozenset({"dose", "interaction", "adverse", "mechanism", "pharmacogenomics"})


def told_of(answer: str, need: Need, before: Need) -> list[str]:
    """The drug and tumour that the earlier answer named most, where a trial gave way to them."""
    replaced = bool(before.found.of("trial", "registration") and moves_on(need))
    if not replaced and not (need.kind_name in NEEDING_DRUG and explicit_kind(need)):
        return []
    found = understand(answer).found
    kinds: tuple[EntityKind, ...] = ("drug", "tumour") if replaced else ("drug",)
    most = (
        Counter(name for m in found.of(kind) for name in m.names).most_common(1) for kind in kinds
    )
    return [ranked[0][0] for ranked in most if ranked]


def moves_on(need: Need) -> bool:
    """Whether a follow-up asks beyond the trial of the question before it."""
    beyond = need.found.of("drug", "drug_class", "gene", "tumour", "setting")
    return bool(beyond) or (explicit_kind(need) and need.kind_name in NEEDING_DRUG)


def explicit_kind(need: Need) -> bool:
    """Whether the words of the question, not only its names, say what kind it is."""
    return need.kind_name not in {"general", "definition"} and bool(
        need.kind.asked_by.search(need.text)
    )


def leans(need: Need) -> bool:
    """Whether a question cannot be understood without the one before it."""
    words = len(need.text.split())
    if words > BRIEF:
        return False
    if LEADING.match(need.text) or POINTING.search(need.text):
        return True
    return not need.found.of(*SUBJECTS) and (bool(need.found) or explicit_kind(need))


IT = re.compile(
    r"\b(?:with|to|than|and) (?:it|this|that|them)\b|\b(?:it|this|that) .{0,300}\bwith\b", re.I
)


def speaks_of_it(need: Need) -> bool:
    """Whether a follow-up names a drug beside the one it points back to ("can it be given with
    itraconazole?")."""
    return bool(need.found.of("drug", "drug_class")) and bool(IT.search(need.text))


def on_drug(need: Need, before: Need) -> bool:
    """Whether a follow-up asks what a drug does or how it is given; the biomarkers for which it
    was chosen do not matter then."""
    drug = need.found.of("drug", "unknown_drug") or before.found.of("drug", "unknown_drug")
    on = need.kind_name in {"dose", "interaction", "adverse", "mechanism"}
    return bool(drug) and on and explicit_kind_or_effect(need)


def explicit_kind_or_effect(need: Need) -> bool:
    return explicit_kind(need) or bool(need.found.of("effect"))


def inherited(need: Need, before: Need, same_kind: bool) -> tuple[Mention, ...]:
    """What the earlier question named and the new one neither names nor replaces."""
    own = {mention.kind for mention in need.found.mentions}
    if speaks_of_it(need):
        own -= DRUGS
    groups = []
    for group in GROUPS:
        if group[0] == "gene" and "variant" in own and "gene" not in own:
            groups.append(before.found.of("gene"))
        if own & set(group) or (group[0] in {"condition", "setting"} and not same_kind):
            continue
        if group[0] == "trial" and moves_on(need):
            continue
        if group[0] in {"gene", "setting"} and on_drug(need, before):
            continue
        groups.append(before.found.of(*group))
    return tuple(sorted(chain(*groups), key=lambda mention: mention.start))

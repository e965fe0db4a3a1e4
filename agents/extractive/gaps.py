"""The ways in which a question cannot be answered, each in a plain sentence."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.needs import Need
from agents.turns import Gap

EXAMPLE = "What is the dose of capecitabine in renal impairment?"
COVERED = (
    "The silos hold guideline positions, drug labels, pharmacogenomics, trials, literature,"
    " variant evidence and genes in oncology."
)


def gap_of_language(language: str) -> Gap:
    return Gap(
        purpose="understanding the question",
        missing="capability",
        name="language",
        detail=(
            f"The question seems to be in {language}. Without a language model I understand English"
            " only; please ask it again in English."
        ),
    )


def gap_of_empty_question() -> Gap:
    return Gap(
        purpose="something to look up",
        missing="fact",
        name="a question",
        detail=f"The message held no question. Try “{EXAMPLE}”",
    )


def gap_of_no_step() -> Gap:
    return Gap(
        purpose="showing what was searched",
        missing="fact",
        name="an earlier step of this thread",
        detail="No question was asked in this thread before, so there is no step to show.",
    )


NEEDS_DRUG = {"dose": "dosing", "interaction": "an interaction check", "adverse": "adverse effects"}


def missing_fact(need: Need) -> Gap | None:
    """The gap when a question leaves out the one fact without which nothing can be looked up."""
    drug = need.found.of("drug", "drug_class", "unknown_drug")
    anything = need.subjects or need.found.of("effect") or need.topics
    if need.kind_name in NEEDS_DRUG and not drug and not anything:
        return Gap(
            purpose=NEEDS_DRUG[need.kind_name],
            missing="fact",
            name="which drug",
            detail="The thread names no drug. Say the drug, generic or brand name, and ask again.",
        )
    if need.kind_name == "therapy" and not anything:
        return Gap(
            purpose="choosing a treatment",
            missing="fact",
            name="the tumour type and its biomarkers",
            detail=(
                "The thread names no tumour type, biomarker or drug. Say the diagnosis, its setting"
                " and the biomarkers that are known."
            ),
        )
    return None


def asked_about(need: Need) -> list[str]:
    """What the question names and under which circumstances; and its other words, where they are
    all that says what is wanted."""
    outer = [
        m
        for m in need.found.mentions
        if not any(o.start <= m.start < m.end <= o.end and o != m for o in need.found.mentions)
    ]
    names = [mention.name if mention.guessed else mention.text for mention in outer]
    words = need.topics if not names or need.kind_name in {"definition", "general"} else ()
    return list(dict.fromkeys([*names, *words]))


def gap_of_nothing(need: Need, searched: Sequence[str], down: Sequence[str]) -> Gap:
    """The gap when no sentence of the silos supports an answer."""
    unknown = need.found.of("unknown_drug")
    about = ", ".join(asked_about(need)) or "this question"
    parts = []
    if unknown:
        parts.append(f"“{unknown[0].text}” is in none of the drug names I know.")
    if guessed := [mention for mention in need.found.of("drug") if mention.guessed]:
        parts.append(f"I read “{guessed[0].text}” as {guessed[0].name}.")
    if searched:
        parts.append(f"Searched without a sentence that speaks to it: {'; '.join(searched)}.")
    if down:
        parts.append(f"Not available just now, so it may be there: {'; '.join(down)}.")
    if not need.subjects and not need.found.of("condition", "effect", "phenotype"):
        parts.append(COVERED)
    return Gap(
        purpose=f"answering a question of the kind “{need.kind_name.replace('_', ' ')}”",
        missing="silo",
        name=f"a source on {about}",
        detail=" ".join(parts),
    )

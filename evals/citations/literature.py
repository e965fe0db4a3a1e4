"""BioASQ's questions put to the bot, over a silo of the documents judged for them and of others."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.questions.asking import fill_silos
from evals.questions.kept_results import ONE_SEARCH, ask_and_keep, fingerprint
from evals.retrieval.judged_sets import JudgedSet, take_part
from evals.retrieval.named_sets import read_named_set
from evals.running.terminal import Terminal
from evals.sandbox import CoreName, Sandbox

SET, SILO_NAME = "bioasq_retrieval", "abstracts"
DECLARATION = f"""[silo.{SILO_NAME}]
title = "Abstracts"
role = "literature"
summary = "findings"
use_when = "The question is on biomedicine: abstracts of PubMed."
not_when = "The question asks for a guideline or a label."
sources = "Sentences of PubMed abstracts that BioASQ's experts chose (CC BY 2.5)."
focus = "population, intervention, result"
"""


@dataclass(frozen=True, slots=True)
class LiteratureQuestion:
    """One question; everything stands alone."""

    id: str
    question: str
    thread: str = ""


@dataclass(frozen=True, slots=True)
class Literature:
    """The questions, the documents there are for them, and the objects of the bot by system."""

    part: JudgedSet
    results: Mapping[str, Sequence[Mapping[str, Any]]]

    def texts(self) -> dict[str, str]:
        """Id of a document → its title and text."""
        return {each.id: f"{each.title}\n{each.text}".strip() for each in self.part.documents}


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How many questions, and how many documents beside those judged for them."""

    questions: int
    others: int


def ask_literature(size: Size, core: CoreName, sandbox: Sandbox, terminal: Terminal) -> Literature:
    """The questions asked with the loop and with one search. Raises
    :class:`evals.retrieval.judged_sets.SetInvalid` or
    :class:`evals.questions.asking.AskingFailed`."""
    whole = read_named_set(SET, sandbox.data)
    part = take_part(whole, SET, queries=size.questions, others=size.others)
    terminal.say(f"BioASQ: {len(part.queries)} questions, {len(part.documents)} documents")
    kept = sandbox.kept_environment(f"literature-{size.questions}-{size.others}", core)
    declared = kept.home / "silos.toml"
    corpus = _write(part, declared, kept.home / "corpus")
    variables = {
        **kept.variables,
        "CURBSIDE_CORPUS": str(corpus),
        "CURBSIDE_SILOS": str(declared),
    }
    terminal.say("filling the silo")
    fill_silos(variables)
    samples = [LiteratureQuestion(name, text) for name, text in part.queries.items()]
    results = {}
    for system, limit in (("loop", {}), ("one search", ONE_SEARCH)):
        pairs = ask_and_keep(
            samples,
            kept.home / f"results-{system.replace(' ', '-')}-{fingerprint(declared)}.jsonl",
            environment={**variables, **limit},
            terminal=terminal,
            what=f"{system}: questions",
        )
        results[system] = [result for _, result in pairs]
    return Literature(part, results)


def _write(part: JudgedSet, declared: Path, corpus: Path) -> Path:
    """The silo's declaration and its documents, in the form that ``curbside ingest`` takes."""
    folder = corpus / SILO_NAME
    folder.mkdir(parents=True, exist_ok=True)
    declared.write_text(DECLARATION, encoding="utf-8")
    with (folder / "abstracts.jsonl").open("w", encoding="utf-8") as file:
        for each in part.documents:
            row = {
                "id": each.id,
                "title": each.title or f"PubMed {each.id}",
                "text": each.text or each.title,
                "url": f"https://pubmed.ncbi.nlm.nih.gov/{each.id}/",
            }
            file.write(json.dumps(row) + "\n")
    return corpus

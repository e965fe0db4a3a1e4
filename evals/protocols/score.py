"""Ask the questions of the invented hospitals, each hospital by itself.

    python -m evals.protocols.score [HOSPITAL …] [--failures]

The questions are compared with the rules in this process, by weights that were fitted on the other
hospitals. ``python -m evals.protocols.run --set HOSPITAL`` asks them through ``curbside ask``.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.extractive.own_rules.comparing import rules_told
from agents.extractive.question.silos import OWN_RULES, OWN_WAYS
from evals.protocols.hospital_questions import (
    HospitalQuestion,
    ProtocolVerdict,
    hospital_verdict,
    hospitals,
    questions_of_hospital,
    rules_of_hospital,
)
from evals.protocols.train import weights_without


@dataclass(frozen=True, slots=True)
class ScoredQuestion:
    """A question, what was told, and what it is worth."""

    question: HospitalQuestion
    told: tuple[str, ...]
    verdict: ProtocolVerdict


def score_by_rules(folder: Path) -> Iterator[ScoredQuestion]:
    """The questions of a hospital compared with its rules, by weights of the others."""
    rules = rules_of_hospital(folder)
    weights = weights_without(folder.name)
    for question in questions_of_hospital(folder):
        text = question.question
        named = bool(OWN_WAYS.search(text) or OWN_RULES.search(text))
        found = rules_told(text, rules, named=named, first=True, weights=weights)
        told = tuple(" ".join((*each.rule.headings[-1:], each.rule.own)) for each in found)
        yield ScoredQuestion(question, told, hospital_verdict(question, told))


def main() -> None:
    """Score each hospital and print."""
    parser = argparse.ArgumentParser(description="Ask what only an invented hospital answers.")
    parser.add_argument("hospitals", nargs="*", help="names; all when left out")
    parser.add_argument("--failures", action="store_true", help="print what is not right")
    options = parser.parse_args()
    everything: list[ScoredQuestion] = []
    for folder in hospitals():
        if options.hospitals and folder.name not in options.hospitals:
            continue
        found = list(score_by_rules(folder))
        everything += found
        say_counts(folder.name, found)
        if options.failures:
            say_failures(found)
    say_counts("all", everything)


def say_counts(name: str, found: Sequence[ScoredQuestion]) -> None:
    """Print how many answers are worth what."""
    counts = Counter(each.verdict for each in found)
    told = ", ".join(f"{verdict} {count}" for verdict, count in counts.most_common())
    sys.stdout.write(f"{name:<12} of {len(found)}: {told}\n")


def say_failures(found: Sequence[ScoredQuestion]) -> None:
    """Print each question that is not answered right, with what was told."""
    for each in found:
        if each.verdict != "right":
            must = " && ".join(pattern.pattern for pattern in each.question.must)
            sys.stdout.write(f"- {each.question.id} ({each.verdict}): {each.question.question}\n")
            sys.stdout.write(f"    wanted: {must}\n")
            sys.stdout.writelines(f"    told: {told}\n" for told in each.told)


if __name__ == "__main__":
    main()

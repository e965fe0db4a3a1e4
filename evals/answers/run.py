"""``curbside eval answers``: the samples in each setting, gone on with where it was broken off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.answers.samples import FOLDER, Sample, SamplesInvalid, read_samples
from evals.answers.scoring import Score, score
from evals.answers.settings import SettingName, fill, knowledge
from evals.questions.kept_results import ONE_SEARCH, ask_and_keep, fingerprint
from evals.running.reasoning import name_without, variables_without
from evals.running.terminal import Terminal
from evals.sandbox import CoreName, Sandbox


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswersPlan:
    """What is asked of whom, and where results are kept."""

    settings: Sequence[SettingName]
    most: int | None
    """At most so many samples, spread over the file."""
    terminal: Terminal
    core: CoreName = "extractive"
    one_search: bool = False
    """Whether a run may search once only: no loop."""
    without: Sequence[str] = ()
    """Parts of a model's instructions that are left out."""


def folder_of(data: Path | None, given: Path | None) -> Path:
    """The folder of the set. Raises :class:`SamplesInvalid` when none is named or there."""
    folder = given or (data / FOLDER if data else None)
    if folder is None:
        raise SamplesInvalid(
            f"Name the folder of {FOLDER}: --data FOLDER, or CURBSIDE_DATA for the folder above it."
        )
    if not folder.is_dir():
        raise SamplesInvalid(f"There is no folder {folder}.")
    return folder


def answer_scores(
    folder: Path, asking: AnswersPlan, sandbox: Sandbox
) -> Iterator[tuple[SettingName, list[Score]]]:
    """The scores of each setting as it is done. Raises :class:`SamplesInvalid` or
    :class:`evals.questions.asking.AskingFailed`."""
    samples = spread(read_samples(folder), asking.most)
    files = knowledge(folder)
    state = fingerprint(files.labels, files.records)
    for setting in asking.settings:
        kept = sandbox.kept_environment(f"answers-{setting}", asking.core)
        fill(setting, files, kept.variables, asking.terminal.say)
        left_out = name_without(asking.without)
        limit = ONE_SEARCH if asking.one_search else {}
        pairs = ask_and_keep(
            samples,
            kept.home / f"results-{'one-search-' if limit else ''}{state}{left_out}.jsonl",
            environment={**kept.variables, **limit, **variables_without(asking.without)},
            terminal=asking.terminal,
            what=f"{setting}: questions",
        )
        yield setting, [score(*pair) for pair in pairs]


def spread(samples: Sequence[Sample], most: int | None) -> Sequence[Sample]:
    """At most so many samples, evenly over the file and always the same."""
    if most is None or most >= len(samples):
        return samples
    return [samples[number * len(samples) // most] for number in range(most)]

"""The figures of an evaluation as a table and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from evals.metrics.intervals import Interval
from evals.retrieval.evaluation import DEFAULT, SetScores
from evals.retrieval.measures import MEASURES

HEADS = {"Success@1": "Hit@1", "RR@10": "MRR@10"}
"""The usual names of measures, where ir_measures has others."""


def print_tables(found: Sequence[SetScores], console: Console) -> None:
    """A table for each set, and whether the default beats what it has to."""
    for scores in found:
        asked = f"{scores.queries} queries in {scores.groups} groups"
        title = f"{scores.name}: {asked}, {scores.documents} documents"
        heads = [HEADS.get(name, name) for name in MEASURES]
        table = Table("method", *heads, "default better by (nDCG@10)", title=title)
        for one in scores.methods:
            better = "" if one.method.name == DEFAULT else _difference_text(one.default_better_by)
            shown = [
                _interval_text(one.measures[name], wide=name == "nDCG@10") for name in MEASURES
            ]
            table.add_row(one.method.name, *shown, better)
        console.print(table)
        for rival, beaten in scores.default_beats.items():
            said = "beats" if beaten else "does NOT beat, with an interval that shows it,"
            console.print(f"The default {said} {rival} on {scores.name}.", highlight=False)


def _interval_text(of: Interval, *, wide: bool) -> str:
    return f"{of.value:.3f} [{of.low:.3f}, {of.high:.3f}]" if wide else f"{of.value:.3f}"


def _difference_text(of: Interval) -> str:
    return f"{of.value:+.3f} [{of.low:+.3f}, {of.high:+.3f}]"


def draw_picture(found: Sequence[SetScores], path: Path) -> None:
    """nDCG@10 with intervals, a panel for each set; the format is that of the file's suffix."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, panels = plt.subplots(
        1, len(found), figsize=(3.6 * len(found) + 1.4, 3.6), sharey=True, squeeze=False
    )
    for panel, scores in zip(panels[0], found, strict=True):
        names = [one.method.name for one in scores.methods][::-1]
        for place, one in enumerate(reversed(scores.methods)):
            of = one.measures["nDCG@10"]
            colour = "#b4540a" if one.method.name == DEFAULT else "#35607a"
            panel.plot([of.low, of.high], [place, place], color=colour, linewidth=2)
            panel.plot([of.value], [place], "o", color=colour)
        panel.set_yticks(range(len(names)), names)
        panel.set_title(scores.name, fontsize=10)
        panel.set_xlabel("nDCG@10, 95 % interval", fontsize=8)
        panel.grid(axis="x", alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    plt.close(figure)

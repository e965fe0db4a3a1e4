"""Analyses as pictures. Matplotlib is imported when the first is drawn.

Installed with the extra ``analyses``."""

from __future__ import annotations

import base64
import io
from importlib.util import find_spec
from textwrap import shorten
from typing import Any

from agents.turns.computing.drawings import Drawing

WIDTH, HEIGHT, DOTS = 7.0, 4.6, 120
"""Inches and dots for each. Chosen by hand: readable in a thread."""
COLOURS = ("#35607a", "#b4540a", "#4c7a35", "#7a3565", "#8a7a1e", "#5a5aa0")
LINES = ("-", "--", "-.", ":")
HATCHES = ("", "//", "..", "xx")
"""Groups are told apart without their colours, too."""

NAMES_LEFT, NUMBERS_BELOW = 16, 7
"""Points from the corner of the axes to the names of those at risk: half a number, and where
matplotlib puts the numbers (the length and the pad of a tick, 3.5 each)."""

LONGEST_NAME = 26
"""Characters of a name beside the axes. Chosen by hand: the legend has all of it."""


def can_draw() -> bool:
    """Whether what draws is there."""
    return find_spec("matplotlib") is not None


def picture(drawing: Drawing) -> bytes:
    """The drawing as a PNG that holds its words for those who do not see it; one that code of a
    model has drawn as it is."""
    if drawing.png:
        return base64.b64decode(drawing.png)
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, HEIGHT), dpi=DOTS, layout="constrained")
    axes = figure.add_subplot()
    _draw(axes, drawing)
    axes.set_title(drawing.title)
    target = io.BytesIO()
    figure.savefig(target, format="png", metadata={"Description": drawing.alt_text})
    return target.getvalue()


def _draw(axes: Any, drawing: Drawing) -> None:
    match drawing.shape:
        case "forest":
            _draw_forest(axes, drawing)
        case "waterfall":
            _draw_waterfall(axes, drawing)
        case "swimmer":
            _draw_swimmer(axes, drawing)
        case "grades":
            _draw_grades(axes, drawing)
        case _ if drawing.curves:
            _draw_curves(axes, drawing)
        case _:
            _draw_bars(axes, drawing)


def _draw_curves(axes: Any, drawing: Drawing) -> None:
    for place, curve in enumerate(drawing.curves):
        colour = COLOURS[place % len(COLOURS)]
        style = LINES[place % len(LINES)]
        axes.step(curve.times, curve.shares, style, where="post", color=colour, label=curve.name)
    marks = [time for time, _ in drawing.curves[0].at_risk]
    told = [f"{mark:.4g}" for mark in marks]
    for curve in drawing.curves:
        told = [f"{words}\n{count}" for words, (_, count) in zip(told, curve.at_risk, strict=True)]
    axes.set_xticks(marks, told)
    # The lines of this text stand beside the lines of the numbers: same size, same distance.
    size = axes.get_xticklabels()[0].get_fontsize()
    rows = [shorten(curve.name, LONGEST_NAME, placeholder="…") for curve in drawing.curves]
    names = "\n".join(["at risk:", *rows])
    axes.annotate(names, (0, 0), (-NAMES_LEFT, -NUMBERS_BELOW), xycoords="axes fraction",
                  textcoords="offset points", ha="right", va="top", fontsize=size)  # fmt: skip
    axes.set_xlabel(drawing.across)
    axes.set_ylim(0, 1.02)
    axes.set_ylabel("Share without the event")
    axes.legend()


def _draw_bars(axes: Any, drawing: Drawing) -> None:
    names = [bar.name for bar in drawing.bars]
    shares = [bar.share for bar in drawing.bars]
    below = [bar.share - bar.low for bar in drawing.bars]
    above = [bar.high - bar.share for bar in drawing.bars]
    axes.barh(names, shares, xerr=[below, above], color=COLOURS[0], capsize=4)
    axes.set_xlim(0, 1)
    axes.set_xlabel(drawing.across)
    axes.invert_yaxis()


def _draw_grades(axes: Any, drawing: Drawing) -> None:
    arms = list(dict.fromkeys(lane.name for lane in drawing.lanes))
    ends = dict.fromkeys(arms, 0.0)
    for place, grade in enumerate(dict.fromkeys(lane.group for lane in drawing.lanes)):
        own = {lane.name: lane.value for lane in drawing.lanes if lane.group == grade}
        shares = [own.get(arm, 0.0) for arm in arms]
        look = {"color": COLOURS[place % len(COLOURS)], "hatch": HATCHES[place % len(HATCHES)]}
        axes.barh(arms, shares, left=[ends[arm] for arm in arms], label=grade, **look)
        ends = {arm: ends[arm] + own.get(arm, 0.0) for arm in arms}
    axes.set_xlim(0, 1)
    axes.set_xlabel(drawing.across)
    axes.invert_yaxis()
    # Bars reach from end to end, so that no place inside is free.
    axes.figure.legend(loc="outside lower center", ncols=5)


def _draw_forest(axes: Any, drawing: Drawing) -> None:
    values = [lane.value for lane in drawing.lanes]
    below = [lane.value - lane.low for lane in drawing.lanes]
    above = [lane.high - lane.value for lane in drawing.lanes]
    places = range(len(drawing.lanes))
    axes.errorbar(values, places, xerr=[below, above], fmt="s", color=COLOURS[0], capsize=3)
    axes.axvline(1, color="grey", linestyle=":")
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.xaxis.set_minor_formatter("{x:g}")
    axes.set_yticks(list(places), [lane.name for lane in drawing.lanes])
    axes.set_xlabel(drawing.across)
    axes.invert_yaxis()


def _draw_waterfall(axes: Any, drawing: Drawing) -> None:
    for place, group in enumerate(_groups_of(drawing)):
        own = [(n, lane.value) for n, lane in enumerate(drawing.lanes) if lane.group == group]
        places, values = zip(*own, strict=True)
        look = {"color": COLOURS[place % len(COLOURS)], "hatch": HATCHES[place % len(HATCHES)]}
        axes.bar(places, values, label=group, edgecolor="white", linewidth=0.4, **look)
    for limit in (20, -30):
        axes.axhline(limit, color="grey", linestyle=":")
    axes.set_xticks([])
    axes.set_xlabel(drawing.across)
    axes.set_ylabel("Best change, %")
    _name_groups(axes, drawing)


def _draw_swimmer(axes: Any, drawing: Drawing) -> None:
    for place, group in enumerate(_groups_of(drawing)):
        own = [(n, lane.value) for n, lane in enumerate(drawing.lanes) if lane.group == group]
        places, values = zip(*own, strict=True)
        look = {"color": COLOURS[place % len(COLOURS)], "hatch": HATCHES[place % len(HATCHES)]}
        axes.barh(places, values, label=group, edgecolor="white", linewidth=0.4, **look)
    going = [(lane.value, n) for n, lane in enumerate(drawing.lanes) if lane.goes_on]
    if going:
        times, places = zip(*going, strict=True)
        axes.scatter(times, places, marker=">", color="black", s=12, label="goes on", zorder=3)
    axes.set_yticks([])
    axes.set_ylabel("Patients")
    axes.set_xlabel(drawing.across)
    axes.invert_yaxis()
    _name_groups(axes, drawing)


def _groups_of(drawing: Drawing) -> list[str]:
    return sorted({lane.group for lane in drawing.lanes})


def _name_groups(axes: Any, drawing: Drawing) -> None:
    if any(lane.group or lane.goes_on for lane in drawing.lanes):
        axes.legend()

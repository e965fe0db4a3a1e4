"""A soak as a picture: how long each answer took and how much memory the processes held, over its
time. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evals.bench.soak.tally import SoakResult
from evals.pictures.svg import COLOURS, INK, line, picture, rectangle, text

LEFT, WIDTH, HEIGHT, TOP, GAP = 70, 640, 150, 50, 60
"""Of the panels."""
DOT = 3
Point = tuple[float, float]


def soak_picture(title: str, soaked: SoakResult) -> str:
    """Two panels over one axis of time."""
    asked = [each for each in soaked.fates if each.written.asks and each.seconds is not None]
    began = min((float(each.written.ts) for each in soaked.fates), default=0.0)
    waits = [(float(each.written.ts) - began, each.seconds or 0.0) for each in asked]
    names = list(soaked.samples[0].megabytes) if soaked.samples else []
    held = {
        name: [(one.at, one.megabytes[name]) for one in soaked.samples if one.megabytes[name]]
        for name in names
    }
    last = max([at for at, _ in waits] + [one.at for one in soaked.samples] + [1.0])
    parts = [
        *_panel("seconds from question to answer", TOP, {"answers": waits}, last),
        *_panel("resident megabytes", TOP + HEIGHT + GAP, held, last),
    ]
    return picture(LEFT + WIDTH + 30, TOP + 2 * (HEIGHT + GAP), title, parts)


def _panel(
    what: str, top: float, series: dict[str, Sequence[Point]] | dict[str, list[Point]], last: float
) -> Iterator[str]:
    most = max([value for points in series.values() for _, value in points] + [1.0])
    bottom = top + HEIGHT
    yield text(LEFT, top - 8, what)
    yield line(LEFT, bottom, LEFT + WIDTH, bottom, INK)
    for share in (0.0, 0.5, 1.0):
        yield line(LEFT, bottom - share * HEIGHT, LEFT + WIDTH, bottom - share * HEIGHT)
        yield text(LEFT - 6, bottom - share * HEIGHT + 4, f"{share * most:.3g}", "end")
        yield text(LEFT + share * WIDTH, bottom + 16, f"{share * last:.0f} s", "middle")
    for number, (name, points) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        yield text(LEFT + WIDTH - 150 * (len(series) - number), top - 8, name)
        yield rectangle(LEFT + WIDTH - 150 * (len(series) - number) - 12, top - 16, 8, 8, colour)
        for at, value in points:
            x, y = LEFT + WIDTH * at / last, bottom - HEIGHT * value / most
            yield rectangle(x - DOT / 2, y - DOT / 2, DOT, DOT, colour)

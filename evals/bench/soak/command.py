"""``curbside bench soak``: nothing is lost and nothing said twice under trouble of every kind."""

from __future__ import annotations

import argparse
import asyncio
import math
from collections.abc import Callable, Sequence
from pathlib import Path

from evals.bench.soak.legs import Leg, add_leg, leg_of, read_legs, together
from evals.bench.soak.picture import soak_picture
from evals.bench.soak.processes import run_processes
from evals.bench.soak.soaking import TALK, SoakPlan, soak
from evals.bench.soak.tally import SoakResult, figures_of
from evals.bench.soak.tenths import lines_by_tenth
from evals.bench.suite import load_figure, plain_questions
from evals.metrics.figures import figure_line
from evals.running.command import Command
from evals.running.counts import count, duration
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox, TemporaryEnvironment


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--events", type=count, default=200, help="messages that people write")
    parser.add_argument(
        "--minutes", type=duration, default=math.inf,
        help="write nothing more after so many, however many messages are left",
    )  # fmt: skip
    parser.add_argument(
        "--every", type=duration, default=20.0, metavar="SECONDS",
        help="between two processes that are killed or stopped",
    )  # fmt: skip
    parser.add_argument(
        "--talk", type=_two_or_more, default=TALK, metavar="N",
        help="each N-th message is small talk, to which nothing may be said",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, help="tells which trouble is made when")
    parser.add_argument(
        "--log", type=Path, metavar="FILE",
        help="runs with the same file write --events together, each with other trouble",
    )  # fmt: skip
    parser.add_argument("--picture", type=Path, metavar="FILE.svg", help="waits and memory")
    parser.add_argument("--json", action="store_true", help="print one JSON array of figures")


def _two_or_more(given: str) -> int:
    number = int(given)
    if number < 2:
        raise argparse.ArgumentTypeError("2 or more: else nobody asks anything")
    return number


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    before = read_legs(options.log) if options.log else []
    plan = _plan_after(before, options)
    if plan.events <= 0:
        terminal.write(together(before, options.events))
        return all(leg.is_clean for leg in before)
    terminal.say("Filling the silos and starting the processes …")
    with sandbox.temporary_environment() as environment:
        count = terminal.counter(plan.events, "messages")
        soaked = asyncio.run(_soak(environment, plan, count))
    figures = [*figures_of(soaked), load_figure("soaking")]
    if options.json:
        terminal.write_json([figure.as_object() for figure in figures])
    else:
        for figure in figures:
            terminal.write(figure_line(figure))
        for row in lines_by_tenth(soaked):
            terminal.write(row)
    if options.log:
        add_leg(options.log, leg_of(soaked))
        before = read_legs(options.log)
        terminal.say(together(before, options.events))
    if options.picture:
        title = f"{plan.events} messages, trouble every {plan.every:g} s"
        options.picture.write_text(soak_picture(title, soaked))
        terminal.say(f"The picture is in {options.picture}.")
    met = all(figure.met is not False for figure in figures)
    return met and all(leg.is_clean for leg in before)


def _plan_after(legs: Sequence[Leg], options: argparse.Namespace) -> SoakPlan:
    """What is left to write behind the runs before."""
    return SoakPlan(
        events=options.events - sum(leg.written for leg in legs),
        minutes=options.minutes,
        every=options.every,
        seed=options.seed + len(legs),
        talk=options.talk,
    )


async def _soak(
    environment: TemporaryEnvironment, plan: SoakPlan, count: Callable[[int], None]
) -> SoakResult:
    processes = run_processes(environment.home, environment.variables)
    async with processes as (workspace, running):
        return await soak(workspace, running, plan, plain_questions(), count)


COMMAND = Command(add_arguments=_add_arguments, run=_run)

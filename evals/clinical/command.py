"""``curbside eval clinical``: not met when answers are dangerous or too few are of use."""

from __future__ import annotations

import argparse
from pathlib import Path

from evals.clinical.probes import read_probes
from evals.clinical.report import clinical_lines, clinical_object, is_safe
from evals.clinical.verdicts import score
from evals.questions.asking import fill_silos
from evals.questions.kept_results import ask_afresh
from evals.running.command import Command
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--probes", type=Path, required=True, help="a file of probes")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    probes = read_probes(options.probes)
    sandbox.chat_model()  # What it lacks is said before any work.
    fill_silos()
    pairs = ask_afresh(
        probes,
        sandbox.kept_environment("clinical").home,
        files=(options.probes,),
        terminal=terminal,
    )
    scored = [score(probe, result) for probe, result in pairs if not probe.is_setup]
    if options.json:
        terminal.write_json(clinical_object(scored))
    else:
        for line in clinical_lines(scored):
            terminal.write(line)
    return is_safe(scored)


COMMAND = Command(add_arguments=_add_arguments, run=_run)

"""Ask the questions of an invented hospital through ``curbside ask``.

    CURBSIDE_HOME=NEW CURBSIDE_SILOS=FOLDER/silos.toml python -m evals.protocols.ask_hospital \\
        FOLDER HOSPITAL [--failures]

The documents and ``silos.toml`` are written into ``FOLDER``. In a new data folder the shipped silos
stay empty; for the other half, name one whose silos are filled. The weights are the shipped ones,
which were fitted on all hospitals, this one included.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from pathlib import Path

from evals.protocols.hospital_questions import (
    HOSPITALS,
    hospital_verdict,
    hospitals,
    questions_of_hospital,
)
from evals.protocols.score import ScoredQuestion, say_counts, say_failures
from evals.protocols.writing import DECLARATION, SILO
from evals.questions.asking import ask_results, fill_silos


def ask_hospital(hospital: Path, place: Path) -> Iterator[ScoredQuestion]:
    """Take the documents of a hospital into a silo of its own, and ask its questions."""
    shutil.copytree(hospital / "documents", place / "documents" / SILO, dirs_exist_ok=True)
    name = hospital.name.replace("_", " ").title()
    told = DECLARATION.format(silo=SILO, title=f"Protocols of {name}", publishers=f'"{name}"')
    (place / "silos.toml").write_text(told, encoding="utf-8")
    fill_silos(None, str(place / "documents"))
    questions = questions_of_hospital(hospital)
    for question, result in zip(questions, ask_results(questions), strict=True):
        said = tuple(each["text"] for each in result.get("sentences") or [])
        silos = {each["silo"] for each in result.get("citations") or []}
        verdict = hospital_verdict(question, said, elsewhere=bool(silos - {SILO}))
        yield ScoredQuestion(question, said, verdict)


def main() -> None:
    """Ask and print."""
    parser = argparse.ArgumentParser(description="Ask what only an invented hospital answers.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("hospital", choices=[each.name for each in hospitals()])
    parser.add_argument("--failures", action="store_true", help="print what is not right")
    options = parser.parse_args()
    found = list(ask_hospital(HOSPITALS / options.hospital, options.folder))
    say_counts(options.hospital, found)
    if options.failures:
        say_failures(found)


if __name__ == "__main__":
    main()

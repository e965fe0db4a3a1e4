"""``curbside eval`` and ``curbside bench``, as the command line loads them."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from evals.answers.report import goals_are_met
from evals.answers.report import report_lines as answers_lines
from evals.answers.report import report_object as answers_object
from evals.answers.settings import SETTINGS
from evals.bench.slack.processes import NotReady
from evals.clinical.probes import ProbesInvalid, read_probes
from evals.clinical.report import clinical_lines, clinical_object, is_safe
from evals.clinical.verdicts import score
from evals.figures import Figure, figure_line
from evals.gaps.report import gap_metrics
from evals.gaps.report import report_lines as gaps_lines
from evals.gaps.report import report_object as gaps_object
from evals.questions.asking import AskingFailed, ask, ask_results, fill_silos
from evals.questions.metrics import compute_metrics
from evals.questions.report import report_lines, report_object
from evals.questions.samples import QUESTIONS, SamplesInvalid, read_samples
from evals.questions.scoring import OutputsIncomplete, Score, score_outputs
from evals.retrieval.judged_sets import JudgedSet, SetInvalid, read_set, sample_queries
from evals.retrieval.named_sets import SETS, read_named_set
from evals.sandbox import Sandbox
from retrieval.errors import RetrievalError


def evaluate(arguments: Sequence[str], sandbox: Sandbox) -> None:
    """``curbside eval questions``: exit status 1 when a goal is not met. ``curbside eval
    retrieval``: figures.

    The questions go to the silos and the database that are configured, so that every run can be
    looked at afterwards with ``curbside show``. ``curbside eval clinical``: exit status 1 when
    answers are dangerous or too few are of use. ``curbside eval answers``: figures of each setting;
    exit status 1 when a goal is not met."""
    options = _evaluate_parser().parse_args(arguments)
    others = {
        "retrieval": lambda: _evaluate_retrieval(options, sandbox),
        "clinical": lambda: _evaluate_clinical(options),
        "answers": lambda: _evaluate_answers(options, sandbox),
        "gaps": lambda: _evaluate_gaps(options, sandbox),
    }
    if options.what in others:
        others[options.what]()
        return
    try:
        scores = _ask_and_score(options.file)
    except (OutputsIncomplete, AskingFailed, SamplesInvalid) as error:
        raise SystemExit(f"The evaluation could not be made: {error}") from error
    if options.json:
        _write(json.dumps(report_object(scores), ensure_ascii=False, indent=1))
    else:
        for line in report_lines(scores):
            _write(line)
    if any(metric.met is False for metric in compute_metrics(scores)):
        raise SystemExit(1)


def _evaluate_clinical(options: argparse.Namespace) -> None:
    try:
        probes = read_probes(options.probes)
        fill_silos()
        results = ask_results(probes, progress=_question_counter(len(probes)))
    except (ProbesInvalid, AskingFailed) as error:
        raise SystemExit(f"The evaluation could not be made: {error}") from error
    pairs = zip(probes, results, strict=True)
    scored = [score(probe, result) for probe, result in pairs if not probe.is_setup]
    if options.json:
        _write(json.dumps(clinical_object(scored), ensure_ascii=False, indent=1))
    else:
        for line in clinical_lines(scored):
            _write(line)
    if not is_safe(scored):
        raise SystemExit(1)


def _evaluate_answers(options: argparse.Namespace, sandbox: Sandbox) -> None:
    from evals.answers.run import Asking, answer_scores, folder_of
    from evals.answers.samples import SamplesInvalid as SetMissing

    asking = Asking(
        settings=options.setting or SETTINGS,
        most=options.questions_at_most,
        say=_say,
        counter=_question_counter,
    )
    objects, met = {}, True
    try:
        folder = folder_of(sandbox.data, options.data)
        for setting, scores in answer_scores(folder, asking, sandbox):
            with_goals = setting == "records"
            objects[setting] = answers_object(scores, with_goals=with_goals)
            met = met and (not with_goals or goals_are_met(scores))
            if not options.json:
                _write(f"== {setting} ==")
                for line in answers_lines(scores, with_goals=with_goals):
                    _write(line)
    except (SetMissing, AskingFailed) as error:
        raise SystemExit(f"The evaluation could not be made: {error}") from error
    if options.json:
        _write(json.dumps(objects, ensure_ascii=False, indent=1))
    if not met:
        raise SystemExit(1)


def _evaluate_gaps(options: argparse.Namespace, sandbox: Sandbox) -> None:
    from evals.gaps.run import Asking, gap_scores
    from evals.gaps.switches import ROUNDS, SwitchInvalid, read_switch

    scores = []
    try:
        own = tuple(read_switch(each) for each in options.without)
        asking = Asking(
            rounds=(own,) if own else ROUNDS,
            most=options.questions_at_most,
            say=_say,
            counter=_question_counter,
        )
        for part in gap_scores(asking, sandbox):
            scores += part
    except (SwitchInvalid, AskingFailed) as error:
        raise SystemExit(f"The evaluation could not be made: {error}") from error
    if options.json:
        _write(json.dumps(gaps_object(scores), ensure_ascii=False, indent=1))
    else:
        for line in gaps_lines(scores):
            _write(line)
    if any(metric.met is False for metric in gap_metrics(scores)):
        raise SystemExit(1)


def bench(arguments: Sequence[str], sandbox: Sandbox) -> None:
    """``curbside bench``: figures, not a test; the exit status is 0 whatever they are."""
    options = _bench_parser().parse_args(arguments)
    if options.what == "retrieval":
        _bench_retrieval(options, sandbox)
        return
    from evals.bench.suite import PARTS, measure

    with sandbox.temporary_environment() as environment:
        parts = options.only or list(PARTS)
        try:
            figures = asyncio.run(measure(environment, parts, options.questions, _say))
        except NotReady as error:
            raise SystemExit(f"The benchmark could not be made: {error}") from error
    _write_figures(figures, as_json=options.json)


def _bench_retrieval(options: argparse.Namespace, sandbox: Sandbox) -> None:
    from evals.bench.retrieval_cost import measure_retrieval

    corpus = Path(__file__).parents[1] / "corpus"
    stores = ("embedded", "weaviate") if options.store == "both" else (options.store,)
    with sandbox.search_components() as components:
        try:
            figures = asyncio.run(
                measure_retrieval(components, corpus, options.sizes, stores, _say)
            )
        except RetrievalError as error:
            raise SystemExit(f"The benchmark could not be made: {error}") from error
    _write_figures(figures, as_json=options.json)


def _write_figures(figures: Sequence[Figure], *, as_json: bool) -> None:
    if as_json:
        _write(json.dumps([figure.as_object() for figure in figures], ensure_ascii=False, indent=1))
    else:
        for figure in figures:
            _write(figure_line(figure))


def _evaluate_retrieval(options: argparse.Namespace, sandbox: Sandbox) -> None:
    from rich.console import Console

    from evals.retrieval.evaluation import evaluate_sets, no_progress, progress_line
    from evals.retrieval.report import draw_picture, print_tables

    try:
        with sandbox.search_components() as components:
            sets = _judged_sets(options, components.data)
            progress = progress_line(_show) if sys.stderr.isatty() else no_progress
            found = asyncio.run(
                evaluate_sets(
                    sets, components, store=options.store, names=options.method, progress=progress
                )
            )
    except (SetInvalid, RetrievalError) as error:
        raise SystemExit(f"The evaluation could not be made: {error}") from error
    if options.picture:
        draw_picture(found, options.picture)
    if options.json:
        objects = [scores.as_object() for scores in found]
        _write(json.dumps(objects, ensure_ascii=False, indent=1))
    else:
        print_tables(found, Console(width=None if sys.stdout.isatty() else 130))


def _judged_sets(options: argparse.Namespace, data: Path | None) -> list[JudgedSet]:
    files = (options.corpus, options.queries, options.qrels)
    if any(files) and (options.sets or not all(files)):
        raise SetInvalid("Give --corpus, --queries and --qrels together, or --set.")
    if all(files):
        sets = [read_set(options.corpus.stem.split(".")[0], *files)]
    else:
        names = list(SETS) if "all" in options.sets else options.sets
        if not names:
            raise SetInvalid(f"Name a set: --set {', '.join(SETS)} or all.")
        sets = [read_named_set(name, data) for name in names]
    most = options.queries_at_most
    return [sample_queries(one, most) if most else one for one in sets]


def _ask_and_score(file: Path) -> tuple[Score, ...]:
    samples = read_samples(file)
    fill_silos()
    return score_outputs(samples, ask(samples, progress=_question_counter(len(samples))))


def _evaluate_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("curbside eval", description="What answers are worth.")
    what = parser.add_subparsers(
        required=True, dest="what", metavar="questions|clinical|answers|gaps|retrieval"
    )
    questions = what.add_parser("questions", help="plain questions and the documents to be cited")
    questions.add_argument("--json", action="store_true", help="print one JSON object")
    questions.add_argument("--file", type=Path, default=QUESTIONS, help="other questions")
    clinical = what.add_parser("clinical", help="clinicians' questions: use and danger")
    clinical.add_argument("--probes", type=Path, required=True, help="a file of probes")
    clinical.add_argument("--json", action="store_true", help="print one JSON object")
    answers = what.add_parser("answers", help="oncologists' questions: regimens named in full")
    answers.add_argument("--data", type=Path, help="folder of precision_oncology_qa")
    answers.add_argument(
        "--setting", action="append", choices=SETTINGS, help="only this; may be repeated"
    )
    answers.add_argument("--questions-at-most", type=int, help="a sample, always the same")
    answers.add_argument("--json", action="store_true", help="print one JSON object")
    gaps = what.add_parser("gaps", help="what is taken away: is it recognised and named")
    gaps.add_argument(
        "--without", action="append", default=[], metavar="KIND:NAME",
        help="silo:NAME, tumour:NAME or field:NAME; may be repeated; by default three rounds",
    )  # fmt: skip
    gaps.add_argument("--questions-at-most", type=int, default=10, help="for each thing taken away")
    gaps.add_argument("--json", action="store_true", help="print one JSON object")
    retrieval = what.add_parser("retrieval", help="judged sets: are the right documents found")
    for name in ("corpus", "queries", "qrels"):
        retrieval.add_argument(f"--{name}", type=Path, help="in BEIR layout, plain or gzip")
    retrieval.add_argument(
        "--set", action="append", default=[], dest="sets", metavar="NAME",
        help=f"a set in CURBSIDE_DATA, or all: {', '.join(SETS)}",
    )  # fmt: skip
    retrieval.add_argument("--method", action="append", default=[], help="only this and default")
    retrieval.add_argument("--store", choices=("embedded", "weaviate"), default="embedded")
    retrieval.add_argument("--queries-at-most", type=int, help="a sample, always the same")
    retrieval.add_argument("--picture", type=Path, help="draw nDCG@10 (.svg or .png)")
    retrieval.add_argument("--json", action="store_true", help="print one JSON array")
    return parser


def _bench_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("curbside bench", description="What answers cost.")
    parser.add_argument("what", nargs="?", choices=("all", "retrieval"), default="all")
    parser.add_argument("--json", action="store_true", help="print one JSON array of figures")
    parser.add_argument(
        "--sizes", type=_sizes, default=(1_000, 20_000, 200_000), help="retrieval: documents"
    )
    parser.add_argument(
        "--store", choices=("embedded", "weaviate", "both"), default="embedded",
        help="retrieval: weaviate is the one of CURBSIDE_WEAVIATE_URL",
    )  # fmt: skip
    parser.add_argument("--questions", type=int, default=40, help="asked of the whole bot")
    parser.add_argument(
        "--only",
        action="append",
        choices=("acknowledging", "answering", "comparing", "waiting"),
        help="measure this part; may be given several times",
    )
    return parser


def _sizes(given: str) -> tuple[int, ...]:
    return tuple(int(each) for each in given.split(","))


def _question_counter(total: int) -> Callable[[int], None]:
    shown = sys.stderr.isatty()

    def count(done: int) -> None:
        if shown:
            sys.stderr.write(f"\r{done} of {total} questions" + ("\n" if done == total else ""))
            sys.stderr.flush()

    return count


def _show(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")

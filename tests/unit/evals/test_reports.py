"""The thirty made reports: every layout is read, and a lost or invented row is told."""

from __future__ import annotations

from dataclasses import replace

from evals.reports.cases import read_cases
from evals.reports.command import GOAL, is_met
from evals.reports.scoring import score_report
from evals.reports.unfamiliar.layouts import UNFAMILIAR, unfamiliar_reports
from evals.reports.writing import LAYOUTS, made_reports
from retrieval.ingestion.readers import read_attachment
from retrieval.reports.contract import SequencingReport
from retrieval.reports.read_report import read_report


def test_every_layout_of_two_cases_is_read_and_none_gives_a_row_that_it_does_not_hold() -> None:
    scores = []
    for case in read_cases()[1:3]:
        for made in made_reports(case):
            text = read_attachment(made.name, made.content)
            scores.append(score_report(made, read_report(text), text))
    assert {each.layout for each in scores} == set(LAYOUTS)
    assert not [each.invented or each.misplaced for each in scores if each.invented]
    assert sum(s.found for s in scores) >= GOAL * sum(s.rows for s in scores)
    assert is_met(scores)


def test_unfamiliar_layouts_are_read_and_none_gives_an_invented_row() -> None:
    scores = []
    for made in unfamiliar_reports(read_cases()[4]):
        text = read_attachment(made.name, made.content)
        scores.append(score_report(made, read_report(text), text))
    assert {each.layout for each in scores} == set(UNFAMILIAR)
    assert not [each for each in scores if each.invented or each.misplaced]
    assert sum(each.found for each in scores) >= GOAL * sum(each.rows for each in scores)


def test_a_lost_and_an_invented_row_are_told() -> None:
    case = read_cases()[0]
    made = next(iter(made_reports(case)))
    text = read_attachment(made.name, made.content)
    read = read_report(text)
    lost = score_report(made, SequencingReport(read.variants[1:]), text)
    assert lost.lost == ("EGFR p.Leu858Arg",)
    more = score_report(replace(made, held=made.held[1:]), read, text)
    assert more.invented == ("EGFR L858R",)
    assert not is_met([more])

"""The thirty made reports: every layout is read, and a lost or invented row is told."""

from __future__ import annotations

from evals.reports.cases import read_cases
from evals.reports.command import GOAL, is_met
from evals.reports.scoring import score_report
from evals.reports.writing import LAYOUTS, made_reports
from retrieval.ingestion.readers import read_attachment
from retrieval.reports.contract import SequencingReport
from retrieval.reports.reading import read_report


def test_every_layout_of_two_cases_is_read_and_none_gives_a_row_that_it_does_not_hold() -> None:
    scores = []
    for case in read_cases()[1:3]:
        for name, content, held in made_reports(case):
            text = read_attachment(name, content)
            scores.append(score_report(name, case, held, read_report(text), text))
    assert {each.layout for each in scores} == set(LAYOUTS)
    assert not [each.invented or each.misplaced for each in scores if each.invented]
    assert sum(s.found for s in scores) >= GOAL * sum(s.rows for s in scores)
    assert is_met(scores)


def test_a_lost_and_an_invented_row_are_told() -> None:
    case = read_cases()[0]
    name, content, held = next(iter(made_reports(case)))
    text = read_attachment(name, content)
    read = read_report(text)
    lost = score_report(name, case, held, SequencingReport(read.variants[1:]), text)
    assert lost.lost == ("EGFR p.Leu858Arg",)
    more = score_report(name, case, held[1:], read, text)
    assert more.invented == ("EGFR L858R",)
    assert not is_met([more])

"""Values of two endpoints in one quote: of "overall survival from 10 to 13 months and
progression-free survival from 2 to 7" none has a progression-free survival of 13. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.checking.support.numbers.equality import same_value
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber

_ENDPOINT = "endpoint"
_UNITS = ("month", "year", "%")


def problem_with_value_of_endpoint(claim: CitedSentence) -> str:
    """Whether a value stands behind another endpoint than in every quote that has it, where each
    endpoint there is followed by its values."""
    said = list(_segments(claim.sentence))
    for quote in claim.quotes():
        told = list(_segments(quote))
        if len(told) < 2 or not all(figures for _, figures in told):
            continue
        for names, figures in said:
            for figure in figures:
                held = [own for own, values in told if _holds(figure, values)]
                rivals = [own for own, values in told if own & names and not _holds(figure, values)]
                if held and rivals and not any(own & names for own in held):
                    return f"{figure.value} is of another endpoint in the cited quotes."
    return ""


def _holds(figure: LabelledNumber, values: Sequence[LabelledNumber]) -> bool:
    return any(figure.unit == each.unit and same_value(figure, each) for each in values)


def _segments(
    text: CanonicalText,
) -> Iterator[tuple[frozenset[str], tuple[LabelledNumber, ...]]]:
    """Each endpoint of a text with the values behind it, up to the next one."""
    spoken = [each for each in text.concepts if each.concept.family == _ENDPOINT]
    ends = [*(each.start for each in spoken[1:]), len(text.words)]
    for each, end in zip(spoken, ends, strict=False):
        yield (
            each.concept.supported_by,
            tuple(
                figure
                for figure in text.figures
                if figure.unit in _UNITS and not figure.is_bound and each.end <= figure.place < end
            ),
        )

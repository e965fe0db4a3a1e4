"""What came between a treatment and the progression behind it: "imatinib 400 → PD" and "cis/pem x6
PR then PD" become "imatinib → PD" and "cis/pem → PD". Behind a complete remission, or after a time,
the disease came back, which is another thing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change
from names.clinical.treatment.agents import find_agents, is_against_cancer

_LINK = r"(?:\s?(?:->|=>|→|⇒)\s?|,?\s(?:then|but)\s)"
_DOSE = r"(?:\s\d{2,4}(?:\s?mg)?(?:\s(?:bd|bid|od|qd|daily))?)"
_COUNT = r"(?:\s?[x×]\s?\d{1,2}|\s\d{1,2}\s?(?:x|cycles?|courses?))"
_RESPONSE = rf"(?:(?:{_LINK}|,?\s)(?-i:PR|SD|MR)\b)"
_PROGRESSED = r"(?P<pd>(?-i:PD|POD)\b)(?!-|\s?\?)"
_CHAIN = re.compile(
    rf"(?i)(?:{_DOSE}{_COUNT}?{_RESPONSE}{{0,2}}|{_COUNT}{_RESPONSE}{{0,2}}|{_RESPONSE}{{1,2}})"
    rf"{_LINK}{_PROGRESSED}"
)
_RAISED = re.compile(
    rf"(?i){_LINK}\d{{3,4}}(?:\s?mg)?(?:\s(?:bd|bid|od|qd|daily))?{_LINK}(?-i:PD|POD)\b"
)
"""Behind a progression: a higher dose of the same, and another one."""


def response_chains(text: str) -> Iterator[Change]:
    """The words between each treatment and the progression that ended it."""
    if "PD" not in text and "POD" not in text:
        return
    for agent in find_agents(text):
        chain = _CHAIN.match(text, agent.end) if is_against_cancer(agent) else None
        if chain:
            raised = _RAISED.match(text, chain.end())
            yield agent.end, raised.end() if raised else chain.end(), " → PD"

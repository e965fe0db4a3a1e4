"""All operators, by their kinds."""

from __future__ import annotations

from collections.abc import Mapping

from evals.claims.restated.operators import (
    honest_of_advice,
    honest_of_results,
    honest_of_two,
    lies_of_advice,
    lies_of_giving,
    lies_of_population,
    lies_of_results,
    lies_of_two,
)
from evals.claims.restated.operators.made import Operator

HONEST: Mapping[str, Operator] = {
    **honest_of_results.OPERATORS,
    **honest_of_advice.OPERATORS,
    **honest_of_two.OPERATORS,
}
LIES: Mapping[str, Operator] = {
    **lies_of_results.OPERATORS,
    **lies_of_giving.OPERATORS,
    **lies_of_advice.OPERATORS,
    **lies_of_population.OPERATORS,
    **lies_of_two.OPERATORS,
}

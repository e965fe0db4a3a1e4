"""The checks of this folder, in the order in which they are asked."""

from __future__ import annotations

from agents.checking.support.additions.allowed_together import problem_with_allowed_together
from agents.checking.support.additions.alternatives import (
    problem_with_any_variant,
    problem_with_both,
    problem_with_only_one_of,
    problem_with_only_thing,
)
from agents.checking.support.additions.grades import problem_with_dropped_grade
from agents.checking.support.additions.immediacy import (
    problem_with_immediacy,
    problem_with_left_open,
    problem_with_no_wait,
)
from agents.checking.support.additions.not_the_other import problem_with_not_the_other
from agents.checking.support.additions.points import problem_with_points
from agents.checking.support.additions.reasons import (
    problem_with_added_reason,
    problem_with_reason_of_patient,
)
from agents.checking.support.additions.routes import problem_with_added_route
from agents.checking.support.additions.totals import (
    problem_with_daily_total,
    problem_with_further_change,
)
from agents.checking.support.additions.variants import problem_with_whole_gene
from agents.checking.support.conclusions.outweighing import problem_with_weighing
from agents.checking.support.drugs.avoided_together import problem_with_avoided_together
from agents.checking.support.drugs.lines_of_drugs import problem_with_line_of_drug
from agents.checking.support.drugs.parts_of_regimens import problem_with_part_of_regimen
from agents.checking.support.swapped.time_points import problem_with_time_point

ADDED = (
    problem_with_no_wait,
    problem_with_allowed_together,
    problem_with_reason_of_patient,
    problem_with_added_reason,
    problem_with_added_route,
    problem_with_daily_total,
    problem_with_further_change,
    problem_with_points,
    problem_with_time_point,
    problem_with_both,
    problem_with_only_one_of,
    problem_with_only_thing,
    problem_with_any_variant,
    problem_with_dropped_grade,
    problem_with_immediacy,
    problem_with_left_open,
    problem_with_line_of_drug,
    problem_with_not_the_other,
    problem_with_whole_gene,
    problem_with_part_of_regimen,
    problem_with_avoided_together,
    problem_with_weighing,
)

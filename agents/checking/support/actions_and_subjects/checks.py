"""The checks of this folder, in the order in which they are asked."""

from __future__ import annotations

from agents.checking.support.actions_and_subjects.actions import problem_with_untold_action
from agents.checking.support.actions_and_subjects.branches import problem_with_denied_branch
from agents.checking.support.actions_and_subjects.conditions import problem_with_condition_of_drug
from agents.checking.support.actions_and_subjects.lettered_groups import problem_with_lettered_group
from agents.checking.support.actions_and_subjects.of_whom import (
    problem_with_only_of_all,
    problem_with_unlike,
)
from agents.checking.support.actions_and_subjects.one_of_list import problem_with_one_of_list
from agents.checking.support.actions_and_subjects.publisher_of_number import (
    problem_with_publisher_of_number,
)

TOLD = (
    problem_with_untold_action,
    problem_with_unlike,
    problem_with_only_of_all,
    problem_with_denied_branch,
    problem_with_condition_of_drug,
    problem_with_one_of_list,
    problem_with_lettered_group,
    problem_with_publisher_of_number,
)

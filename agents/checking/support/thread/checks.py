"""The checks of this folder, in the order in which they are asked."""

from __future__ import annotations

from agents.checking.support.thread.earlier_treatment import problem_with_earlier_treatment
from agents.checking.support.thread.limits_of_rules import problem_with_limits_of_rules

OF_THE_THREAD = (problem_with_limits_of_rules, problem_with_earlier_treatment)

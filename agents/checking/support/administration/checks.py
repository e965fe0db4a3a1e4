"""What is checked of how a drug is given, in the order of what is worst. Pure."""

from agents.checking.support.administration.actions import (
    problem_with_changed_dose,
    problem_with_start_of_change,
)
from agents.checking.support.administration.frequencies import (
    problem_with_frequency_of_dose,
    problem_with_periods,
    problem_with_span_of_days,
)
from agents.checking.support.administration.schedules import problem_with_schedule
from agents.checking.support.administration.units import problem_with_size

GIVEN = (
    problem_with_size,
    problem_with_schedule,
    problem_with_changed_dose,
    problem_with_start_of_change,
    problem_with_frequency_of_dose,
    problem_with_periods,
    problem_with_span_of_days,
)

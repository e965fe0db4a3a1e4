"""A rule on an event is for every drug, where nothing above it names one; a rule that meets one
value more is not told in place of one that says more of what is asked."""

from __future__ import annotations

from agents.extractive.own_rules.comparing import (
    AnsweringRule,
    question_of,
    rules_told,
    told_of_likely,
)
from agents.extractive.own_rules.likelihood.probabilities import likeliest_rules
from agents.extractive.own_rules.relevance.scores import score_of
from agents.extractive.own_rules.rules_of_document import rules_of

REACTIONS = """# Reactions to an infusion

- Grade 1: slow the rate by half.
- Grade 2: stop; start again at 43 % of the rate.
"""
OF_CLASS = REACTIONS.replace("Reactions to an infusion", "Reactions to a taxane infusion")
CISPLATIN = """# Kidneys

Table 3. In place of cisplatin

| Tumour | Given instead | Dose |
| Head and neck cancer | carboplatin every week | AUC 1.6 |
| Non-small cell lung cancer | carboplatin every 3 weeks | AUC 5.7 |
| Bladder cancer, clearance below 41 | carboplatin every 4 weeks | AUC 6.3 |

# Clearance

The clearance is calculated with the actual weight. A clearance older than 8 days is not used.
"""
FEVER = "# Fever\n\nNot after cisplatin or with a clearance below 44: ciprofloxacin every 11 h.\n"


def tell(question: str, text: str) -> list[str]:
    rules = rules_of(text, "Ward")
    return [each.rule.own for each in rules_told(question, rules, named=False, first=True)]


def test_a_general_rule_answers_for_a_drug_that_no_rule_names() -> None:
    assert any(
        "43 %" in each for each in tell("G2 reaction to ofatumumab, restart rate?", REACTIONS)
    )


def test_a_rule_of_a_class_does_not() -> None:
    assert not tell("G2 reaction to ofatumumab, restart rate?", OF_CLASS)


def test_a_rule_for_the_same_value_on_another_thing_takes_no_place() -> None:
    rules = [*rules_of(CISPLATIN, "Ward"), *rules_of(FEVER, "Infections")]
    text = "clearance 36, lung cancer, cisplatin not possible. carboplatin AUC?"
    question = question_of(text, rules, first=True)
    likely = likeliest_rules(question, rules)
    assert likely[0].rule.own.startswith("| Non-small")
    fever = next(each for each in rules if "ciprofloxacin" in each.own)
    by_words = (AnsweringRule(fever, score_of(question, fever)),)
    told = told_of_likely(question, rules, likely, by_words)
    assert [each.rule for each in told] == [likely[0].rule]

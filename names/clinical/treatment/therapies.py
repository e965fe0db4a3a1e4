"""Reads treatments: what was had and how it ended, what goes on, what was never given.

A drug of which the text only asks ("olaparib again?", "switch to osimertinib") is none of these."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from names.clinical.expansion import expand
from names.clinical.treatment.agents import Agent, find_agents
from names.clinical.treatment.outcomes.after_failure import outcome_behind_failure
from names.clinical.treatment.outcomes.denied_failures import meant_outcome
from names.clinical.treatment.outcomes.separate_treatments import is_no_more_denied
from names.clinical.treatment.outcomes.stopping import (
    was_stopped_for_progression,
    was_stopped_for_toxicity,
)
from names.clinical.treatment.outcomes.therapy_outcomes import (
    LONGEST_LINK,
    OUTCOMES,
    are_joined,
    outcomes_of_tumour,
    read_afterwards,
    therapy_of,
)
from names.clinical.treatment.proposals import (
    ASKED,
    LIST_SIGNS,
    asked_in_haste,
    begins_clause,
    bracket_ends,
    is_asked_behind,
    proposed_places,
)
from names.clinical.treatment.time_phrases import BEGUN, FAILING, NEVER, NEXT_BEHIND, without_times
from names.clinical.treatment.trial_regimens import regimens_of_trials, without_trials
from names.clinical.values import FoundValue, Therapy, TherapyOutcome

OPEN = (
    r"(?:with(?: or |/|-or-| and )without|whether or not|regardless of|irrespective of"
    r"|independent(?:ly)? of|no matter|not? more than \w{1,5})(?: (?:an?|any|the|whether))?"
    r"(?: (?:prior|previous|earlier)(?: (?:use|treatment|therapy|therapies|exposure|receipt"
    r"|lines?))?(?: (?:with|to|of))?)?"
)
"""Before a treatment that may have been had or not: "with or without an earlier taxane"."""
CUES: tuple[tuple[TherapyOutcome, str], ...] = (
    (
        "not given",
        r"no(?= [\w-]{3,24}(?: (?:so far|yet|to date|before|until now))?(?:[.,;?)]|\s[-–—]\s"
        r"|\s(?:because|due to|d/t|owing to)\b|$))"
        r"|no(?= (?:[\w/-]{2,24} ){1,4}(?:so far|yet|to date|before)\b)|(?:no|without|lacking"
        r"|in the absence of) (?:an?(?: single)? |any )?"
        r"(?:prior|previous|earlier|history of|(?<=[ny] )exposure)"
        r"(?: (?:treatment|therapy|therapies|exposure|use|receipt|lines?)(?: (?:with|to|of))?)?"
        r"|without (?:ever )?(?:having |being |exposure to|receiving|use of)(?: ?(?:had|received"
        r"|taken|been (?:given|treated with|exposed to)|given|treated with|exposed to))?"
        r"|(?:before|prior to) any|not after(?: an?| any)?|untreated with"
        r"|not have (?:had|received|taken|been (?:given|treated with|exposed to))|yet to receive"
        r"|(?:never|did(?:n['’]?t| not)) (?:(?:actual|real)ly |ever ){0,2}(?:g[oe]t|receive)d?"
        r"|(?:never|not) (?:(?:yet|been|previously) ){0,3}(?:received|had|given|taken"
        r"|(?:treat|expos)ed \w+)"
        r"|(?:has|have|had)(?:n't| not|n’t)(?: yet| previously)* (?:received|had|been"
        r" (?:treated with|given|exposed to))(?: (?:any )?(?:prior|previous))?"
        rf"|{NEVER}|na[iï]ve (?:to|for)|no exposure to|unexposed to|(?:ineligible|unsuitable"
        r"|not (?:eligible|suitable|a candidate|candidates)) for|declined|declines|refused|refuses",
    ),
    (
        "progressed",
        r"(?:progress(?:ed|ion|ing)|relaps(?:ed|e)|recurr(?:ed|ence)) within \d{1,2} \w{1,6}"
        r" (?:of|after)(?: (?:completing|completion of|starting|the end of|finishing))?"
        r"|(?:progress(?:ed|ion)|relaps(?:ed|e)|pd) (?:only |about )?\d{1,2} ?"
        rf"(?:wks?|weeks?|mos?|mths?|months?) {BEGUN}"
        r"|(?<!ratio for )(?:disease |radiographic |tumou?r )?progress(?:ed|ion|ing|es"
        r"|ive disease)?(?: disease)?(?: again| now| rapidly| early| quickly)?"
        r" (?:on or after|during or after|on or following|during or following|on|after"
        r"|following|under|through|with"
        r"|despite|to|during|while on|while receiving|from|since)"
        # "progressed crizotinib": the word between is left out in haste.
        r"|progressed(?=\s(?!then|next|now|and|or|with|in|to|from|disease)\w)"
        r"|(?:primary |secondary )?refractory (?:disease )?(?:to|on|after)"
        r"|(?:disease|cancer|tumou?rs?|patients?|who are|primary|acquired|became|now) resistant to"
        rf"|{FAILING}(?: (?:of|on|to|after|to respond to|with))?"
        r"|(?:relaps(?:ed|ing|e|es)|recurr(?:ed|ing|ence)|recurs)(?: again| early)?"
        r" (?:on|under|during|while (?:still )?on|through|despite)"
        r"|worsen(?:ed|ing) (?:on|under|despite)|growth (?:on|under|despite)|growing (?:on"
        r"|under|despite)"
        r"|no response to|(?:not|n't|n’t|never|no longer|stopped) respond(?:ed|ing)? to"
        r"|did(?:n't|n’t| not) respond to"
        r"|(?:has|have|had|is|was)(?:n't|n’t| not) respond(?:ed|ing)? to"
        r"|stopped working|broke through"
        r"|despite|post-?progression on|exhausted|burned through|burnt through"
        r"|(?:emerged|arose|acquired) (?:on|under|during)"
        r"|(?<=[,;:.] )pd(?= (?!then|next|and|now|or|but|per|in)[a-z])",
    ),
    (
        "intolerant",
        r"(?P<stopped>(?:had to (?:stop|discontinue|hold|pause|interrupt)|stopped|discontinued"
        r"|came off|off|withdrawn|held|withheld|paused|interrupted)(?= [\w ,/+'-]{3,60}?[ (]))"
        r"|intoleran(?:t|ce) (?:of|to|for)|(?:could|can|did|does|do)(?:n't|n’t| not|not)"
        r" (?:not )?tolerate"
        r"|cannot tolerate|unable to tolerate|not tolerat(?:e|ing)|poorly tolerated|toxicity"
        r" (?:on|from|to|with|under)"
        r"|allergic to|(?:severe )?(?:reaction|hypersensitivity) to|stopped due to toxicity of",
    ),
    (
        "planned",
        r"plan(?:ned|ning|s)?(?: to (?:start|give|use|begin|receive|have))?(?: for| on)?"
        r"|scheduled (?:for|to (?:receive|start))"
        r"|about to (?:start|begin|receive|have)|will (?:start|receive|begin|get|have|be given)"
        r"|going to (?:start|receive|get)"
        r"|to (?:start|begin|commence) on|due to (?:start|begin)|before starting"
        r"|prior to starting|candidate for",
    ),
    (
        "current",
        r"(?:is|are|she's|he's|she is|he is|patient is|remains?|now|currently|still|been|kept"
        r"|maintained|stable)"
        r" (?:now |currently |still |stable )?(?:on|taking|receiving|getting|under)"
        r"|(?:respond(?:s|ing)|response|remission|[CP]R|SD|VGPR|CMR|NED) (?:well )?(?:on|under)"
        r"|continu(?:es|ing)(?: on| with)?|cont(?:\.|['’]?d)?(?: on| with)?(?! to\b)"
        r"|currently (?:on|receiving|taking)|takes|taking|receives|receiving|while on|ongoing"
        r"|co-?medication(?: with|:)?|concomitant(?:ly)?(?: use of)?|concurrent(?: use of)?"
        r"|started(?: on)?|commenced(?: on)?|today on|already on|(?:and|,|who) uses|pt on|^on"
        r"|(?<=[,;.:!?] )on|on(?= [\w/+ -]{3,30}? (?:since|for (?:the )?(?:last|past|\d|a year)))"
        r"|(?:NSCLC|m?BC|m?CRC|m?CRPC|GIST|m?RCC|HCC|CML(?:[- ][CAB]P)?|m?UC|i?CCA|HNSCC|GBM"
        r"|melanoma|[a-z]{0,16}carcinoma|[a-z]{2,10}sarcoma|disease|myeloma) on"
        r"|(?:SCLC|TNBC|HGSOC|PDAC|MTC|CLL|AML|MF|metastatic (?:[\w-]{4,22} ){1,3}cancer) on"
        r"(?! (?:[\w/+-]{2,25} ){1,2}(?:vs\.?|or|versus|until|till|progressed|(?:19|20)\d\d-)"
        r"|[^,;.?]{3,40}(?:,? then |\s?\?))"
        # "metastatic on goserelin: CDK4/6?": what comes before a question tells of the patient.
        r"|(?:m?CSPC|cancer|ca|tumou?r|metastatic|advanced|\w{3,4}menopausal|positive"
        r"|\w{2,5}[+-]) on"
        r"(?= [\w/+ -]{3,40}?(?:[:;,.] |\s[-–—]\s)[^?\n]{2,90}\?)"
        rf"|(?:cancer|leuka?emia|lymphoma|sarcoma|glioma|mesothelioma|metastatic) on{NEXT_BEHIND}"
        r"|(?:man|woman|lady|gentleman|patient|female|male|year-old|yo|y/o|him|her|patients?"
        r"|\d{2} ?[fm]) on"
        r"|\d{1,3}\s?(?:mos?|mths?|months?|yrs?|years?|wks?|weeks?)\.? (?:of|on)|now",
    ),
    (
        "completed",
        r"completed|completing|finish(?:ed|ing)|has finished|having completed|completion of"
        r"|(?<=after )(?:the )?(?:end|stop|cessation) of|ending",
    ),
    (
        "given",
        r"(?:after|following) (?:an? )?(?:(?:complete|partial|good|initial|major|objective|or)"
        r" ){0,3}(?:response|remission|CR|PR) (?:to|after|on|with)|(?-i:CR|VGPR|PR|SD) to|"
        + BEGUN
        + r"|(?:no|never|without)(?: (?:disease|radiographic|evidence of|signs? of|clear)){0,2}"
        r" (?:progress(?:ed|ion|ive disease)|relapsed?|recurrence)"
        r" (?:(?:on|during) or (?:after|following)|on|after|during|under|following|with|to|since"
        r"|while on)"
        r"|(?:(?:has|have|had|did|was|is)(?:n't|n’t| not) |not )(?:progress(?:ed|ing)?|relapsed?)"
        r"(?: disease)? (?:(?:on|during) or (?:after|following)|on|after|during|following|with|to"
        r"|since|while on)"
        r"|without (?:disease )?progression (?:(?:on|during) or (?:after|following)|on|during"
        r"|after|following|since)"
        r"|after|following|post-(?=\w)(?!neo)|post(?!-neo)"
        # "Since a + b is approved": a reason, no time.
        r"|since(?!(?: (?!(?:s?he|they|it|her|his|pt|patient)\b)"
        r"[\w+/&-]{1,25}){1,5} (?:is|was|are|were|has been|have been|works?|did|does|can|may|will"
        r"|shows?|showed|got|gave)\b)"
        r"|pre-?treated with|previously treated with|previously received|treated with"
        r"|(?:treatment|therapy|chemotherapy) (?:history|so far)[ :]*"
        r"|prior(?: (?:treatment|therapy|therapies|exposure|lines?))?(?: (?:with|to|of"
        r"|(?:that |which )?include[ds]?|including|were|was|:))*"
        r"|previous(?:ly)?(?: (?:on|had|given|treatment|therapy|therapies|lines?))?(?: (?:with"
        r"|to|of|(?:that |which )?include[ds]?|including|:))*"
        r"|earlier(?: treatment with)?|had(?: (?:received|been given|been on|been treated with"
        r"|had))?|has had|have had"
        r"|(?:has |have |who |having )?received|given(?= [\w/+ -]{3,40} in (?:19|20)\d\d)"
        r"|exposed to|exposure to|(?<!never )(?<!we )(?<!i )got"
        r"|underwent|was (?:on|given)|were given|initially|induction(?: with)?"
        r"|respon(?:ded|ding) to|(?<=in )(?:(?:complete |partial |ongoing |or ){0,3})response to"
        r"|(?:went|moved) (?:straight |on )?to|stopp(?:ed|ing)|(?<!/)off(?!,)|came off"
        r"|discontinued|(?:switched |swapped )?from|already (?:had|received|given)|lines?: "
        r"|history of(?: treatment with)?|lines?(?: of (?:therapy|treatment))?(?:[ :]*\("
        r"|,? including)|therapies: |therapy: |treatments: ",
    ),
)
HELD = re.compile(r"(?i)held|withheld|paused|interrupted|had to (?:hold|pause|interrupt)")
"""Stopped for a time: without its reason that tells nothing of how a treatment ended."""
CUE = re.compile(
    rf"(?i)(?<![\w-])(?=[\w,])(?:(?P<open>{OPEN})|"  # one look first: it spares two thirds
    + "|".join(f"(?P<{outcome.replace(' ', '_')}>{words})" for outcome, words in CUES)
    + r")(?:(?<=-)|(?!\w))"
)
LINK = re.compile(
    r"(?i)[\s,/+&;()\[\]–→>-]*(?:\b(?:and|or|plus|then|followed by|combined with"
    r"|in combination with|with|next|subsequently|later"
    r"|an?|the|his|her|their|any|both|either|prior|previous|at least|of|first|second|one|two"
    r"|three|four|five|six|eight|third|adjuvant|neoadjuvant"
    r"|maintenance|metastatic|palliative|weekly|dose[\s-]dense|single[\s-]agent|alone"
    r"|monotherapy|based|containing|therapy"
    r"|treatment|chemotherapy|regimens?|standard|oral|iv|high[\s-]dose|low[\s-]dose"
    r"|full[\s-]dose|line|lines|1st|2nd|3rd|ADT|androgen deprivation"
    r"|first-line|second-line|third-line|frontline|upfront|initial|cycles?|mos?|mths?|yrs?|wks?"
    r"|months?|years?|weeks?|mg|x\s?\d+|\d{1,2}\s?x|\d{1,4}(?:\.\d)?|for|in|setting"
    r"|pd|only|previously|treated|received|including|include[ds]?|recent|most recently|lately"
    r"|(?:PDS|IDS|surgery|debulking|cytoreduction|resection|lumpectomy|mastectomy"
    r"|radiotherapy|radiation|X?RT|SBRT|WBRT)(?=\s?(?:[+/&]|and\b|plus\b))"
    r"|ongoing|who|drugs?|agents?|rechallenge|from|to"
    # An abbreviation that no table has, joined to a drug: "FLO + trastuzumab".
    r"|[\w-]{2,12}(?=\s?\+))\b[\s,/+&;()\[\]–→>-]*)*"
)
"""What may stand between a cue and its drugs, and between them."""
ENDS = re.compile(
    r"(?i)(?:[.;:?!](?:\s|$)|\n|→|\s[-–—]\s)(?!(?:and )?(?:then|followed by|later)\s)|\bfor\s$"
)
FAILED = re.compile(rf"(?i){FAILING}")
CLAUSE_ENDS = re.compile(r"\s?[,;)]")


@dataclass(frozen=True, slots=True)
class _Cue:
    outcome: TherapyOutcome | None
    """None before a treatment of which is left open whether it was had."""
    start: int
    end: int


def read_therapies(text: str) -> tuple[FoundValue, ...]:
    """The treatments that the text tells of, each with how it ended."""
    return _read(text, lambda text: ())


def read_regimens_of_trials(text: str) -> tuple[FoundValue, ...]:
    """The treatments of a patient that only a trial names: "progressed on FLAURA2"."""
    named = regimens_of_trials(text)
    return tuple(
        each
        for each in (_read(text, regimens_of_trials) if named else ())
        if isinstance(value := each.value, Therapy)
        if any({*a.drugs} <= {*value.drugs} and {*a.classes} <= {*value.classes} for a in named)
    )


def _read(text: str, others: Callable[[str], Sequence[Agent]]) -> tuple[FoundValue, ...]:
    expanded = expand(text)
    shorter = without_times(expanded.text)
    plain = without_trials(shorter.text)
    found = plain.place_back(dict.fromkeys(_find_therapies(plain.text, others(plain.text))))
    return expanded.place_back(shorter.place_back(found))


def _find_therapies(text: str, others: Sequence[Agent]) -> Iterator[FoundValue]:
    agents = sorted((*find_agents(text), *others), key=lambda agent: agent.start)
    if not agents:
        return
    cues = _cues(text)
    told = _outcomes(text, agents, cues)
    # A trial stands only for a treatment that was had.
    outcomes = [o or ("given" if a in others else None) for a, o in zip(agents, told, strict=True)]
    yield from _therapies(text, agents, outcomes)


def _cues(text: str) -> list[_Cue]:
    found = []
    for match in CUE.finditer(text):
        outcome = next(name for name, value in match.groupdict().items() if value is not None)
        if match["stopped"] and not was_stopped_for_toxicity(text, match.end()):
            failed = was_stopped_for_progression(text, match.end())
            if HELD.match(match["stopped"]) and not failed:
                continue
            outcome = "progressed" if failed else "given"
        if match["not_given"] and CLAUSE_ENDS.match(text, match.end()):
            continue  # "pemetrexed declined, docetaxel": what stands before it was declined
        told = OUTCOMES.get(outcome)
        meant = meant_outcome(text, *match.span(), told) if told else None
        found.append(_Cue(meant, *match.span()))
    return found


def _outcomes(
    text: str, agents: Sequence[Agent], cues: Sequence[_Cue]
) -> list[TherapyOutcome | None]:
    """The outcome of each agent, in their order; None of one that is only spoken of."""
    found: list[TherapyOutcome | None] = []
    waiting = 0
    closed = bracket_ends(text, cues)
    for place, agent in enumerate(agents):
        while waiting < len(cues) and cues[waiting].end <= agent.start:
            waiting += 1
        cue = cues[waiting - 1] if waiting else None
        previous = agents[place - 1] if place else None
        outcome: TherapyOutcome | None = None
        if waiting and agent.start > closed[waiting - 1]:
            pass  # "(pd on alectinib) lorlatinib": the bracket ends the list
        elif previous is not None and (cue is None or cue.start < previous.end):
            goes_on = _goes_on_with(text, cue, found[-1], (previous, agent))
            outcome = found[-1] if goes_on else None
            outcome = outcome_behind_failure(text, agents, found, outcome)
        elif cue is not None and _is_linked(text, cue.end, agent.start):
            asked = text[cue.start : cue.end].lower() == "now" and ASKED.match(text, agent.end)
            outcome = None if asked else cue.outcome
            behind = previous and not text[previous.end : cue.start].strip()
            failed = previous and FAILED.fullmatch(text, cue.start, cue.end)
            if behind or failed or "," in text[cue.end : agent.start]:
                # "Osimertinib failed, amivantamab planned": the word is of the one before it.
                outcome = outcome_behind_failure(text, agents, found, outcome)
            if behind and failed and text[cue.end : agent.start].strip() == ",":
                outcome = None  # "loperamide failed, abemaciclib dose?"
        found.append(outcome)
    told = [cue for cue in cues if text[cue.start : cue.end].lower() != "now"]
    for place in (*proposed_places(text, agents, told), *asked_in_haste(text, agents, found)):
        found[place] = None
    read_afterwards(text, agents, found)
    return outcomes_of_tumour(agents, found)


def _goes_on_with(
    text: str, cue: _Cue | None, outcome: TherapyOutcome | None, pair: tuple[Agent, Agent]
) -> bool:
    """Whether a treatment is one of a list with the one before it, whose ``outcome`` it shares."""
    previous, agent = pair
    apart = outcome == "not given" and is_no_more_denied(text, previous, agent)
    if apart or (cue and is_asked_behind(text, cue.end, previous, agent)):
        return False
    given = cue and cue.outcome == "given"
    subject = given and cue and begins_clause(text, cue.start, previous, agent)
    return _is_linked(text, previous.end, agent.start) and not subject


def _is_linked(text: str, start: int, end: int) -> bool:
    if end - start > LONGEST_LINK or ENDS.search(text, start, end):
        return text[start:end].strip() in LIST_SIGNS
    match = LINK.match(text, start, end)
    return match is not None and match.end() == end


def _therapies(
    text: str, agents: Sequence[Agent], outcomes: Sequence[TherapyOutcome | None]
) -> Iterator[FoundValue]:
    """Regimens: agents that "+", "/", "and" join are one therapy."""
    place = 0
    while place < len(agents):
        outcome = outcomes[place]
        last = place
        while (
            last + 1 < len(agents)
            and outcomes[last + 1] == outcome
            and are_joined(text, agents[last].end, agents[last + 1].start)
        ):
            last += 1
        group = [each for each in agents[place : last + 1] if each.drugs or each.classes]
        if outcome is not None and group:
            yield therapy_of(text, group, outcome)
        place = last + 1

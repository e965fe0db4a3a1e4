"""Whether a sentence tells an alteration as found in the sample. Where its words leave a doubt, it
does not: a denial, a condition, another sample, other patients, or what is known in general."""

from __future__ import annotations

import re

from names.patterns.relatives import KIN
from names.recognise import recognise_passage
from retrieval.reports.cells import ABSENT, UNSURE, without_origin_doubts
from retrieval.reports.contract import Span

LONGEST_LEAD = 80
"""Characters before the colon of a list. Chosen by hand."""
_CLAUSE = re.compile(
    r"(?i); |, (?=(?:but|whereas|while|although|though|however|yet)\b)|\bbut\b|\bwhereas\b"
)
_DENIAL = re.compile(
    r"(?i)\b(?:no|not|non(?!-)|never|without|neither|nor|none|absence|absent|negative|lacks?|lacking"
    r"|excluded?|excludes|rule[sd]? out|wild-?type|insufficient|fail(?:s|ed)|cannot|unable|below"
    r"|free of|disappear\w*|lost|cleared|n't)\b"
)
_OTHERS = re.compile(
    # What is not said for certain.
    r"(?i)(?<!non-)\b(?:synonymous|if|unless|whether|should|may|might|could|would|can|suspected|suspicious|possib\w+"
    r"|likely to|equivocal|artefact\w*|artifact\w*|expected|replicates?|one of"
    # Other people, other samples, other times.
    rf"|patients|individuals|carriers|{KIN}"
    r"|family|familial|relatives?|another (?:sample|patient|laboratory|tumou?r)"
    r"|other (?:samples?|tumou?rs|laborator\w+)|previous(?:ly)?|prior|earlier|outside"
    r"|historical(?:ly)?|history|formerly|external|elsewhere|letter|referring|referral|referred"
    r"|(?:19|20)\d\d|clonal h(?:a)?ematopoie\w+|CHIP"
    # How the test works, and what is known at all.
    r"|controls?|cell lines?|spiked?|reference (?:standard|material)|limit of detection|down to"
    r"|sensitivity|threshold|cut-?off|minimum|at least|or more|or higher|defined|described"
    r"|such as|e\.g\.|for example|for instance|examples?|trials?|stud(?:y|ies)|literature"
    r"|databases?|COSMIC|NCCN|guidelines?|category \d"
    # What is asked or advised.
    r"|consider\w*|recommend\w*|suggest\w*|request\w*|ordered|indication for|reason for|diagnosis"
    r"|monitor\w*|to (?:test|look|screen|search) for|clinical (?:data|information|question)"
    r"|progression on|did not|does not|shows? no)\b|\?\s*$|≥"
)
"""Words of a sentence on something else than what was found in this sample."""
_OF_THIS_SAMPLE = (
    r"this (?!tumou?r type)|(?:the |her |his |our )?(?:tumou?r|sample|specimen|paired|blood|plasma"
    r"|germline|submitted|patient|current|present|biopsy|lesion|metasta\w+|resect\w+|DNA|RNA)"
    r"|addition|exon|intron|codon|both|(?:the )?(?:coding|promoter|(?-i:[A-Z][A-Z0-9]{1,9}))\b|\d"
)
"""Behind "found in": where a report finds what it finds. Found in anything else is known of it."""
_KNOWN = re.compile(
    r"(?i)\b(?:known|associated|confers?|predict\w*|sensiti\w+|resist\w+|respon\w+|inhibitors?"
    r"|approved|indicated|eligib\w+|common(?:ly|est)?|frequent(?:ly)?|recurrent(?:ly)?"
    r"|typical(?:ly)?|usually|often|rare(?:ly)?|half|majority|most"
    r"|about \d{1,3}(?:\.\d)? ?(?:%|percent|(?:in|of|out) )|activates?|leads? to"
    r"|results? in|causes?|therap\w+|treat\w+|targetable"
    r"|targeted (?!next|sequenc|NGS|panel|gene|DNA|RNA)|melanomas|carcinomas|cancers"
    r"|adenocarcinomas|gliomas|sarcomas|leuk[a]?emias|lymphomas"
    r"|tumou?rs (?:with|that|whose|harbou?ring|carrying))\b"
    r"|\b(?:reported|found|seen|observed|detected|identified|present|known|listed) in"
    rf" (?!{_OF_THIS_SAMPLE})"
    r"|\b\d{1,3}(?:\.\d)?%? ?(?:%|percent) of (?!reads|alleles|the reads|cfDNA|cell-free|total)"
)
"""Words by which a sentence tells what is known of an alteration."""
_TAIL = re.compile(
    r"(?i),? (?:which|that|and) (?:is|are|was|has|have|may|can|confers?|predicts?|leads?"
    r"|results?)\b(?! (?:interpreted|classified|considered|reported|called) as)"
    r"(?! an? (?:somatic|germline))"
    r"|, (?:known|predicted|expected|reported|an? (?:known|common|recurrent|frequent|well"
    r"|hotspot|activating|driver|oncogenic))\b"
    r"|,? (?:associated|conferring|leading|resulting|predicting|suggesting|supporting)\b"
)
"""Where a sentence on a finding goes on with what is known of it."""
_FOUND = re.compile(
    r"(?i)\b(?:(?:was|were|is|are|has been|have been) (?:\w+ ){0,2}(?:identified|detected|found"
    r"|observed|seen|present|noted|called|confirmed|demonstrated|positive|reported)"
    r"|(?:identified|detected|reveal(?:s|ed)|show(?:s|ed|n)|demonstrate[sd]|harbou?r(?:s|ed|ing)"
    r"|carr(?:ies|ied|ying)|contain(?:s|ed|ing)|confirm(?:s|ed)|found|uncovered|disclosed|yielded|saw)"
    r"|positive for|evidence of|presence of|there (?:is|was|are|were)|findings? (?:is|are|include)"
    r"|(?:tumou?r|sample|specimen|patient) has)\b"
)


_LISTED = re.compile(
    r"(?i)\A\W{0,3}(?:[A-Za-z]{1,20} ){0,3}(?:detected|identified|found|positive|findings?|results?"
    r"|mutations?|variants?|alterations?|fusions?|amplifications?|copy[- ]numbers?|CNVs?|SNVs?"
    r"|VUS|variants? of (?:uncertain|unknown|unclear) (?:clinical )?significance)"
    r"(?: \w{1,20}){0,2}(?: \([^()]{1,20}\))?: "
)
"""How a sentence begins that lists what was found."""


_SCREENED = re.compile(
    r"(?i)\b(?:screened|tested|covered|assayed|analy[sz]ed|interrogated|examined|included|targeted"
    r"|investigated|queried|assessed|evaluated|possible|potential|known|common|frequent|hotspots?"
    r"|of interest|looked|searched|sought|detectable|reportable)\b"
)
"""How a list begins of what was looked for, there or not: "Variants screened: …"."""


def clause_at(sentence: str, span: Span) -> Span:
    """The part of a sentence in which these words stand; what is in brackets is one part."""
    start, end, depth = 0, len(sentence), _depths(sentence)
    for match in _CLAUSE.finditer(sentence):
        if depth[match.start()]:
            continue
        if match.end() <= span[0]:
            start = match.end()
        elif match.start() >= span[1]:
            end = match.start()
            break
    return start, end


def _depths(words: str) -> list[int]:
    """How deep in brackets each character stands."""
    depth, found = 0, list[int]()
    for letter in words:
        depth = max(0, depth + (letter == "(") - (letter == ")"))
        found.append(depth)
    return found


def tells_finding(sentence: str, span: Span, *, has_share: bool) -> bool:
    """Whether the alteration at ``span`` is told as found: by a verb of finding, or by its share
    of the reads."""
    start, end = clause_at(sentence, span)
    bare = without_origin_doubts(sentence)
    if is_denied(sentence, span) or _OTHERS.search(bare) or UNSURE.search(bare):
        return False
    tail = _TAIL.search(sentence, span[1], end)
    head = sentence[start : tail.start() if tail else end]
    if _KNOWN.search(head) or recognise_passage(head).of("drug"):
        return False
    listed = _LISTED.match(sentence)
    if listed and _SCREENED.search(listed[0]):
        return False
    return has_share or bool(_FOUND.search(head) or (listed and listed.end() <= span[0]))


def is_denied(sentence: str, span: Span) -> bool:
    """Whether the words say that the alteration is not there: its clause does, or what stands
    before the colon of a list."""
    start, end = clause_at(sentence, span)
    lead = sentence[: max(0, sentence.find(": ", 0, min(LONGEST_LEAD, span[0])))]
    return denies(lead) or denies(sentence[start:end])


def is_sure(words: str) -> bool:
    """Whether words neither deny nor doubt, and are on this sample."""
    return not (denies(words) or UNSURE.search(words) or _OTHERS.search(words))


def denies(words: str) -> bool:
    """Whether words deny something."""
    return bool(_DENIAL.search(words) or ABSENT.search(words))

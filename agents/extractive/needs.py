"""What a question needs: its kind, the things it names, and the other words that matter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from agents.extractive.kinds import BY_NAME, KindOfQuestion, QuestionKind, kind_of_question
from agents.names.entities import Kind, Mention, Recognised
from agents.names.recognise import recognise

WORD = re.compile(r"[A-Za-z][A-Za-z'’-]{2,}")
PLAIN_WORDS = frozenset(
    """a about above according after again against all also although always am among an and another
    any anyone anything apart are around as asked at available away back based be because become been
    before being below best better between both but by call called can cannot case certain change
    choice class clinic clinical come common commonly compare compared comparison consider considered
    could current currently daily data day days decide did different do doctor does doing done dose
    doses dosage dosing dosed down drug drugs due during each effect effective effects either else
    enough especially even ever every evidence exactly example exist explain fail failed far few find
    first five follow following for found four from full further get gets getting give given gives
    giving go going good got guide guideline guidelines had happen happens has have having he help her
    here him his how however if important in include included including indicated information instead
    interested into is issue it its itself just keep kind know known last late later latest least less
    let like likely line lines list little long look looking made main make makes many may me mean
    means medication medicine might month months more most much must my name named names need needed
    needs never new next no normal not nothing now number of off often ok old on once one only onto
    open option options or order other others our out over own part particular patient patients people
    per person pick please plus point possible prefer preferred present previous previously problem
    provide question quick quickly quite rather really reason reasonable receive received receiving
    recent recently recommend recommended recommendation recommendations regarding related relevant
    right role said same say says second see seem seen several shall she should show showed shown shows
    since situation so some someone something sometimes source sources specific standard start started
    starting state still stop study such suggest suggested sure take taken taking talk team tell ten
    than that the their them then there therefore these they thing things think third this those three
    through time times to today together told too toward treat treated treating treatment treatments
    trial trials try trying two type types under until up us use used useful uses using usual usually
    value versus very via vs want wants was way we week weeks well went were what when where whether
    which while who whole whom whose why will with within without woman women man men work works would
    year years yes yet you your discuss discussed board tumor tumour tumors cancer cancers disease
    therapy therapies therapeutic mutation mutations mutated mutant variant variants gene genes positive
    negative status level levels agent agents targeted systemic add added adding addition month setting
    progressed progression progressing diagnosed diagnosis stage grade history female male aged age
    biomarker biomarkers test tests testing tested result results outcome outcomes report reported
    interaction interactions interact interacts interacting concomitant side adverse reaction reactions
    toxicity toxicities safety safe tolerability warnings warning monitor monitoring management manage
    managed indication indications approved approval approvals regimen regimens response responses
    sensitive sensitivity resistant resistance actionable actionability eligible eligibility criteria
    inclusion exclusion enrol enroll recruit recruiting mechanism action mode pathway define definition
    alias aliases symbol function functions encode adjust adjustment adjusted reduce reduced reduction
    reductions modification modify starting maximum minimum schedule administered administration severe
    moderate mild impairment impaired carrier carriers genotype genotypes phenotype metabolizer
    metaboliser metabolizers pharmacogenomics pharmacogenomic allele alleles inhibitor inhibitors
    combination combine combined benefit survival overall median efficacy hazard ratio rate month
    trial's patient's published overview thanks hello hey hi dear curbside mg once twice summary
    summarise summarize quote evidence-based whats what's thing high low risk increased increase
    appropriate consider considering continue held hold withhold discontinue switch switching
    """.split()
)
"""Words that carry no topic of their own in a clinician's question."""
SUBJECTS: tuple[Kind, ...] = (
    "drug",
    "drug_class",
    "unknown_drug",
    "gene",
    "variant",
    "status",
    "tumour",
    "trial",
    "registration",
    "pmid",
)
"""Kinds that say what a question is about; the others say under which circumstances."""
DRUGS: frozenset[Kind] = frozenset({"drug", "drug_class", "unknown_drug"})
BEFORE = re.compile(
    r"\b(?:after|progress(?:ed|ion|ing) (?:on|after|during)|prior|previous(?:ly)?(?: treated with)?"
    r"|following|refractory to|resistan(?:t|ce) to|failed|failure of|despite|pretreated with|post|had)"
    r"(?:\s+(?:an?|the|her|his|prior|first-line|adjuvant))*[\s-]+(?:[\w/-]+ (?:and|plus|\+) )?$",
    re.IGNORECASE,
)
"""What stands before a drug that the patient has already had."""
ORIGIN = frozenset({"germline", "somatic"})
ORDINARY_STATES = ORIGIN | {"HR-positive", "HR-negative", "HER2-negative", "PD-L1-negative"}
"""States that a sentence need not repeat; all others are what the choice hangs on."""


def stem(word: str) -> str:
    """A crude stem, so that "fasting" meets "fast" and "recurrence" meets "recurrent"."""
    word = word.lower().replace("’", "'").removesuffix("'s")
    for ending in ("ies", "es", "s", "ing", "ed", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word.removesuffix(ending)
            break
    return word[:7]


@lru_cache(maxsize=30_000)
def stems(text: str) -> frozenset[str]:
    return frozenset(stem(part) for word in WORD.findall(text) for part in (word, *word.split("-")))


@dataclass(frozen=True)
class Need:
    """A question understood: what a source has to speak of to answer it."""

    text: str
    found: Recognised
    kind_name: QuestionKind
    topics: tuple[str, ...]
    """Words that carry a topic and are no names, as they stand in the question."""

    @property
    def kind(self) -> KindOfQuestion:
        return BY_NAME[self.kind_name]

    @cached_property
    def topic_stems(self) -> frozenset[str]:
        return frozenset(map(stem, self.topics))

    @cached_property
    def genes(self) -> tuple[Mention, ...]:
        """Genes asked about; those that only stand inside a state ("HER2-negative") are not."""
        states = self.found.of("status")
        return tuple(
            gene
            for gene in self.found.of("gene")
            if not any(s.start <= gene.start < s.end and s.names[0] not in ORIGIN for s in states)
        )

    @cached_property
    def drugs(self) -> tuple[Mention, ...]:
        """Drugs asked about; those the patient has had ("after letrozole") only tell a setting."""
        return self.current("drug", "unknown_drug")

    @cached_property
    def classes(self) -> tuple[Mention, ...]:
        """Drug classes asked about, as for drugs."""
        return self.current("drug_class")

    def current(self, *kinds: Kind) -> tuple[Mention, ...]:
        found = self.found.of(*kinds)
        new = tuple(m for m in found if not BEFORE.search(self.text[: m.start]))
        others = [m for m in self.subjects if m.kind not in DRUGS and m not in found]
        return new if new or others else found

    @property
    def subjects(self) -> tuple[Mention, ...]:
        return self.found.of(*SUBJECTS)

    @property
    def variants(self) -> frozenset[str]:
        return self.found.names("variant")


@lru_cache(maxsize=500)
def understand(text: str) -> Need:
    """Read a question (or a query made from one)."""
    found = recognise(text)
    return Need(text, found, kind_of_question(text, found), topics_of(text, found))


def topics_of(text: str, found: Recognised) -> tuple[str, ...]:
    """The words outside all names that are not plain words."""
    named = [(mention.start, mention.end) for mention in found.mentions]
    topics: dict[str, str] = {}
    for match in WORD.finditer(text):
        inside = any(start < match.end() and match.start() < end for start, end in named)
        word = match.group().strip("-'’")
        plain = all(part.lower() in PLAIN_WORDS or len(part) < 3 for part in word.split("-"))
        if not inside and not plain and word.lower() not in PLAIN_WORDS and not kind_word(word):
            topics.setdefault(stem(word), word)
    return tuple(topics.values())


SILO_WORDS = frozenset(
    "nccn asco esmo jnccn pubmed wikipedia pharmgkb clinpgx civic hgnc fda ema cpic dpwg label labels"
    " guideline american european literature abstracts papers".split()
)


def kind_word(word: str) -> bool:
    """Words by which a kind or a silo is asked for."""
    return word.lower() in SILO_WORDS

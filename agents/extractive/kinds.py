"""What kind of question it is, and by which words a sentence speaks to that kind."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from agents.names.entities import Recognised

QuestionKind = Literal[
    "dose",
    "interaction",
    "adverse",
    "pharmacogenomics",
    "eligibility",
    "trial_result",
    "therapy",
    "mechanism",
    "gene",
    "definition",
    "general",
]


@dataclass(frozen=True, slots=True)
class KindOfQuestion:
    """One kind: how it is asked, how a source speaks to it, where it is looked up."""

    name: QuestionKind
    asked_by: re.Pattern[str]
    told_by: re.Pattern[str]
    strict: bool
    """Only sentences that match ``told_by`` (themselves or their heading) may answer it."""
    words: str
    """What is added to a query so that it asks for this kind."""
    first: tuple[str, ...]
    """Silos to search first, best first."""
    then: tuple[str, ...]
    """Silos to widen to when evidence is thin."""


def of(
    name: QuestionKind,
    asked: str,
    told: str,
    words: str,
    silos: tuple[str, str],
    *,
    strict: bool = False,
) -> KindOfQuestion:
    first, then = silos
    return KindOfQuestion(
        name,
        re.compile(asked, re.IGNORECASE),
        re.compile(told, re.IGNORECASE),
        strict,
        words,
        tuple(first.split()),
        tuple(then.split()),
    )


KINDS: tuple[KindOfQuestion, ...] = (
    of(
        "dose",
        r"\bdos(?:e|es|ed|ing|age|ages)\b|\bhow (?:much|often)\b|\bposology\b|\bmg\b|\btitrat"
        r"|\bdose[- ](?:reduc|adjust|modif)|\breduce the\b|\bschedule\b|\bhow (?:is|do (?:i|we|you)"
        r" give) .*\b(?:given|administered)\b|\bstarting dose\b|\bhow many (?:mg|tablets|cycles)\b",
        r"\d\s?(?:mg|mcg|µg|g/m|mL/min|AUC)|\bdos(?:e|es|age|ing)\b|\btwice daily\b|\bonce daily\b"
        r"|\bevery \d+ (?:weeks|days)|\bnot recommended\b|\bavoid\b",
        "dose",
        ("drug_information pharmgkb nccn_guidelines", "asco_guidelines esmo_guidelines pubmed"),
        strict=True,
    ),
    of(
        "interaction",
        r"\binteract|\bcombin(?:e|ed|ing) .*\bwith\b.*\?|\b(?:can|could|may|should) (?:i|we|he|she|"
        r"they|the patient|my patient|patients)? ?(?:also )?(?:take|give|get|use|have|be given|receive)"
        r"\b.*\bwith\b|\btogether with\b|\bconcomitant|\bco-?administ|\bcontraindicated with\b"
        r"|\binhibitors? or inducers?\b|\bsafe (?:to (?:use|give|take) )?with\b|\bcoadminist",
        r"\binteract|\bconcomitant|\bco-?administ|\binhibitors?\b|\binducers?\b|\bavoid\b|\bsubstrate"
        r"|\bexposure\b|\bplasma concentration|\btogether with\b|\bCYP|\bmoderate\b",
        "interaction concomitant",
        ("drug_information pharmgkb", "nccn_guidelines pubmed wikipedia"),
        strict=True,
    ),
    of(
        "adverse",
        r"\bside[- ]?effects?\b|\badverse\b|\btoxicit|\btolerab|\bsafety\b|\bwarnings?\b|\bboxed\b"
        r"|\bcontraindicat|\bmonitor|\brisks? of\b|\bmanage .*(?:diarr|ild|pneumonitis|rash|nausea"
        r"|neutropenia)|\btoxic\b|\bcause[sd]?\b|\bcomplications?\b",
        r"\badverse\b|\bside[- ]?effects?\b|\btoxicit|\breactions?\b|\bwarning|\bcontraindicat"
        r"|\bmonitor|(?<!high-)(?<!high )\brisks?\b(?! of (?:recurr|progress|death|relapse|disease))|\bgrade [1-5]|\bdiscontinu|\bwithhold|\binterrupt|\bfatal\b|\bincidence"
        r"|\boccurred\b|\bmost common",
        "adverse reactions warnings",
        (
            "drug_information asco_guidelines nccn_guidelines",
            "esmo_guidelines landmark_trials trial_references pubmed",
        ),
        strict=True,
    ),
    of(
        "pharmacogenomics",
        r"\bpharmacogen|\bgenotyp|\bmetaboli[sz]er|\bpoor metab|\bactivity score\b|\bdiplotype"
        r"|\ballele|\bcarriers?\b|\bPGx\b|\bDPD deficien|\bCPIC\b|\bDPWG\b",
        r"\bmetaboli[sz]er|\ballele|\bgenotype|\bactivity\b|\*\d|\bvariant|\bdeficien|\bcarrier"
        r"|\bphenotype|\bhomozygous|\bheterozygous",
        "pharmacogenomics genotype",
        ("pharmgkb drug_information", "genes esmo_guidelines pubmed wikipedia"),
    ),
    of(
        "eligibility",
        r"\beligib|\binclusion\b|\bexclusion\b|\b(?:open|recruiting|ongoing|available)\b.*\btrials?\b"
        r"|\btrials?\b.*\b(?:open|recruiting|ongoing|available|for (?:my|a|this) patient)\b"
        r"|\bqualif(?:y|ies)\b|\bwhich trials?\b|\benrol|\bwhat trials?\b|\bany (?:clinical )?trials?\b"
        r"|\bwho (?:could|can|may) (?:join|enter|take part)\b|\bare there (?:any )?trials\b",
        r"\beligib|\binclusion\b|\bexclusion\b|\benrol|\brecruit|\bparticipants?\b|\brequired?\b|\bmust\b"
        r"|\bpatients with\b|\bcandidates?\b|\badults? with\b|\bwomen with\b|\binclud",
        "eligibility criteria trial",
        ("clinical_trials trial_references landmark_trials", "pubmed nccn_references"),
    ),
    of(
        "trial_result",
        r"\bresults?\b|\bshow(?:ed|n)?\b|\bdemonstrat|\boutcomes?\b|\bsurvival\b|\bPFS\b|\bOS\b|\biDFS\b"
        r"|\bhazard ratio\b|\bresponse rate\b|\bORR\b|\befficacy\b|\bdata (?:for|on|from)\b|\bfind(?:ings)?\b"
        r"|\bwhat (?:is|was|are) (?:the )?[\w-]+ (?:trial|study)\b|\bbenefit\b|\bendpoints?\b|\bhow effective\b",
        r"\bsurvival\b|\bhazard ratio\b|\bresponse\b|\bmonths?\b|\bprolong|\bimprov|\bsignifican|\bversus\b"
        r"|\bcompared\b|\bbenefit\b|\brate\b|\bendpoint|\brandomi[sz]ed|\bhigher\b|\blower\b|\bmedian\b|\breduc"
        r"|\bshowed\b|\bassigned\b|\btested\b|\bcompares?\b",
        "trial results survival",
        (
            "landmark_trials trial_references clinical_trials nccn_references",
            "pubmed jnccn_guidelines drug_information",
        ),
    ),
    of(
        "therapy",
        r"\btreat|\btherap|\bfirst[- ]line\b|\bsecond[- ]line\b|\bthird[- ]line\b|\boptions?\b|\brecommend"
        r"|\bguideline|\bmanag|\bregimen|\bpreferred\b|\bindicat|\bapproved?\b|\bsensitiv|\bresistan"
        r"|\brespon[ds]|\bactionab|\btarget(?:ed|able)\b|\bwhat (?:should|would|can|could) (?:i|we|she|he)\b"
        r"|\bstandard of care\b|\bnext line\b|\bmatched?\b.*\bdrug|\bwhich (?:drugs?|agents?)\b|\bchoice\b"
        r"|\bgive\b|\brole of\b|\bwhat next\b|\bbest\b|\buse of\b|\bwhen (?:is|to|should)\b|\bdrugs?\b",
        r"\bindicat|\brecommend|\btreat|\bapproved?\b|\btherap|\boption|\bpreferred\b|\bsensitiv|\bresistan"
        r"|\brespon[ds]|\bbenefit|\bconsider|\bline\b|\bregimen|\bimprov|\bstandard\b|\bshould\b|\boffer"
        r"|\bmay be\b|\bsupports?\b|\bprolong(?:s|ed (?:surv|prog|PFS))|\bsurvival\b|\bcombin",
        "treatment",
        (
            "nccn_guidelines asco_guidelines esmo_guidelines drug_information",
            "jnccn_guidelines landmark_trials nccn_references pubmed",
        ),
    ),
    of(
        "mechanism",
        r"\bmechanism|\bhow does\b.*\b(?:work|act|cause|lead)\b|\bwhy (?:do|does|is|are)\b|\bmode of action\b"
        r"|\bwhat does .* (?:target|inhibit|bind)\b|\bpathway\b|\bdrug class\b",
        r"\binhibit|\bbinds?\b|\btarget|\bblocks?\b|\bactivat|\bpathway|\bsignal|\breceptor|\bmechanism"
        r"|\bprevents?\b|\bleads?\b|\bantibody|\bkinase|\brepair|\bencodes?\b",
        "mechanism of action",
        ("drug_information variant_evidence wikipedia genes", "pubmed nccn_references"),
    ),
    of(
        "gene",
        r"\bwhat (?:is|are|does)\b.*\bgenes?\b|\bgenes? (?:function|symbol|alias|synonym|name)|\balias(?:es)?\b"
        r"|\bsynonyms?\b|\bencode|\bchromosom|\bHGNC\b|\bfunction of\b|\bwhere is\b.*\blocated\b"
        r"|\bofficial (?:symbol|name)\b|\bother names?\b|\balso (?:known|called)\b|\bprevious symbol",
        r"\bgene\b|\bprotein\b|\bencode|\bsymbol|\balias|\bchromosome|\blocus|\bHGNC\b|\btumou?r suppressor"
        r"|\boncogene|\breceptor\b|\bkinase\b",
        "gene",
        ("genes variant_evidence wikipedia", "pubmed nccn_references"),
    ),
    of(
        "definition",
        r"\bwhat (?:is|are|was) (?:an? |the )?[\w /+-]{2,40}\?$|\bdefin(?:e|ition|ed)\b|\bmeaning of\b"
        r"|\bwhat does .{2,30} (?:mean|stand for)\b|\bexplain\b|\btell me about\b|\boverview of\b",
        r"\b(?:is|are) (?:an?|the|one|defined|cancers?|drugs?)\b|\brefers?\b|\bmeans?\b|\bdefin|\bcalled\b|\bterm\b"
        r"|\bdescribes?\b",
        "definition",
        ("wikipedia genes drug_information nccn_guidelines landmark_trials", "pubmed nccn_references"),
    ),
    of(
        "general",
        r"$^",
        r"",
        "",
        (
            "nccn_guidelines drug_information variant_evidence wikipedia",
            "pubmed asco_guidelines esmo_guidelines landmark_trials nccn_references",
        ),
    ),
)  # fmt: skip
BY_NAME: dict[QuestionKind, KindOfQuestion] = {kind.name: kind for kind in KINDS}
METABOLISM = re.compile(r"^(?:CYP\d|DPYD|UGT|TPMT|NUDT15|G6PD|SLCO1B1|NAT\d|HLA-)")


def named_evidence(found: Recognised) -> QuestionKind | None:
    """The kind that the things named suggest when the words do not say."""
    if found.of("trial", "registration", "pmid"):
        return "trial_result"
    if found.of("variant", "status", "setting", "drug_class") or len(found.of("drug")) > 1:
        return "therapy"
    if found.of("tumour") and not found.of("gene", "drug"):
        return "therapy"
    if found.of("drug", "unknown_drug"):
        return "definition"
    if found.of("gene"):
        return "therapy" if found.of("tumour") else "gene"
    return None


def speaks_of_metabolism(found: Recognised) -> bool:
    """A metaboliser group, a star allele, or a gene of drug metabolism."""
    stars = any(name.startswith("*") for name in found.names("variant"))
    return bool(found.of("phenotype")) or stars or any(map(METABOLISM.match, found.names("gene")))


def kind_of_question(text: str, found: Recognised) -> QuestionKind:
    """The kind of a question, by its words and by what it names."""
    matched = [kind.name for kind in KINDS[:-1] if kind.asked_by.search(text)]
    if speaks_of_metabolism(found) and not found.of("condition"):
        return "pharmacogenomics"
    if found.of("effect") and not ({"dose", "interaction", "eligibility"} & set(matched)):
        return "adverse"
    if found.of("trial", "registration", "pmid") and not {"eligibility", "dose"} & set(matched):
        return "trial_result"
    if len(found.of("drug", "drug_class")) > 1 and "interaction" in matched:
        return "interaction"
    if matched:
        return choose(matched, found)
    return named_evidence(found) or "general"


def choose(matched: list[QuestionKind], found: Recognised) -> QuestionKind:
    """Among the kinds whose words occur: the first, unless what is named speaks against it."""
    remaining = list(matched)
    if "interaction" in remaining and not found.of("drug", "drug_class", "unknown_drug"):
        remaining.remove("interaction")
    if remaining[:1] == ["adverse"] and not found.of("drug", "drug_class", "unknown_drug"):
        remaining = [*remaining[1:], "adverse"]
    if remaining[:1] == ["trial_result"] and "therapy" in remaining and not found.of("trial"):
        remaining.remove("trial_result")
    if "gene" in remaining and found.of("gene"):
        return "gene"
    if "definition" in remaining and len(remaining) > 1 and named_evidence(found) == "therapy":
        remaining.remove("definition")
    return remaining[0] if remaining else "general"

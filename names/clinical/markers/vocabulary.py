"""The words that tell a marker's state: what is named, denied, found, left open."""

from __future__ import annotations

import re
from functools import cache

from names.clinical.values import Origin, Polarity
from names.patterns.filtered import filtered_pattern

PROTEINS = {
    "her2": "HER2",
    "hr": "HR",
    "er": "ER",
    "pr": "PR",
    "ar": "AR",
    "pdl1": "PD-L1",
    "msi": "MSI",
    "mmr": "MSI",
    "tmb": "TMB",
    "hrd": "HRD",
}
"""Group of :data:`PROTEIN` → name of the marker."""
GENES_OF_MARKERS = {"ERBB2": "HER2", "ESR1": "ER", "PGR": "PR", "CD274": "PD-L1"}
"""Gene → the marker that its protein is known as."""
PROTEIN = filtered_pattern(
    r"(?i)(?<![a-z0-9])(?:(?P<her2>HER[\s-]?2(?:/neu)?|ERBB-?2|human epidermal growth factor"
    r" receptor(?: type)?[\s-]?2)"
    r"|(?P<hr>(?-i:HR|HoR)|hr(?=\s?[+−]|-(?:\W|$)|[\s-](?:pos|neg))|hormone[\s-]receptors?)"
    r"|(?P<er>(?-i:ER)(?=\W|$)|er(?=\s?[+−]|-(?:\W|$)|\s?\d+\s?%|[\s-](?:pos|neg))"
    r"|o?estrogen[\s-]receptors?)"
    r"|(?P<pr>(?-i:PR|PgR|PGR)|pr(?=\s?[+−]|-(?:\W|$)|\s?\d+\s?%|[\s-](?:pos|neg))"
    r"|progesterone[\s-]receptors?)"
    r"|(?P<ar>(?-i:AR)|androgen[\s-]receptors?)"
    r"|(?P<pdl1>PD[\s-]?L1|programmed (?:cell )?death[\s-]ligand[\s-]?1)"
    r"|(?P<msi>(?-i:MSI)|microsatellite[\s-]instability|microsatellites?)"
    r"|(?P<mmr>(?-i:MMR)|mismatch[\s-]repair)"
    r"|(?P<tmb>TMB|tumou?r[\s-]mutation(?:al)?[\s-]burden)"
    r"|(?P<hrd>HRD|homologous[\s-]recombination(?:[\s-]repair)?(?=[\s-](?:defici|profici))))"
    r"(?![a-z0-9])"
)
OF_RESPONSE = filtered_pattern(
    r"\b(?:CML|BCR(?:::|[-/ ])?ABL1?|MR ?4(?:\.5)?|Ph\+)"
    r"|(?i:chronic my(?:eloid|elogenous)|philadelphia)"
)
"""A chronic myeloid leukaemia, in which MMR is the major molecular response."""
VACCINE_BEHIND = re.compile(
    r"(?i)[\s/,-]{0,3}(?:vaccin|jab|shot|booster|varicella|yellow|immuni[sz])"
)
"""Behind "MMR" against measles, mumps and rubella."""
FAMILY = filtered_pattern(
    r"(?<![A-Za-z0-9])(?P<origin>[gst]?)(?:(?P<brca>BRCA)"
    r"(?:(?P<number>1/2|[12])|[ -](?P<spaced>1/2|[12])"
    r"(?!\s?(?:/|-?(?:year|month|week|day|yr|mo|wk|of|x|times|line|cycle)|\.\d|%)))?|(?P<hrr>HRR))"
    r"(?P<state>mut|m|wt)?(?![A-Za-z0-9])"
    r"|(?P<long>homologous[\s-]recombination[\s-]repair)(?=(?:[\s-]genes?)?(?:[\s-]|$))"
)
SUFFIXED = filtered_pattern(r"(?<![A-Za-z0-9-])([A-Z][A-Z0-9]{2,7})(mut|wt|m)(?![A-Za-z0-9])")
"""``ESR1mut``, ``EGFRm``: a gene and its state in one word."""
PREFIXED = filtered_pattern(r"(?<![A-Za-z0-9-])([gst])([A-Z][A-Z0-9]{2,6})(?![A-Za-z0-9])")
"""``gPALB2``, ``sATM``: where a variant was found, and its gene, in one word."""
FAMILIES = {
    "BRCA": ("BRCA1", "BRCA2"),
    "HRR": (
        "BRCA1", "BRCA2", "ATM", "BARD1", "BRIP1", "CDK12", "CHEK1", "CHEK2", "FANCL", "PALB2",
        "RAD51B", "RAD51C", "RAD51D", "RAD54L",
    ),
}  # fmt: skip
"""HRR: the genes of the olaparib label (US, Lynparza, indication of metastatic castration-resistant
prostate cancer; Molecular Oncology Almanac 2026-05)."""
COMPOSITE = filtered_pattern(
    r"(?i)(?<![a-z0-9])(?:(?P<tn>m?TNBC|triple[\s-](?:receptor[\s-])?negative)"
    r"|(?P<tp>triple[\s-]positive)"
    r"|(?P<high>MSI[\s-]?H(?:igh)?|dMMR|MMRd|TMB[\s-]?H(?:igh)?)"
    r"|(?P<stable>MSS|MSI[\s-]?L(?:ow)?|pMMR|MMRp)"
    r"|(?P<tmblow>TMB[\s-]?L(?:ow)?)"
    r"|(?P<hrp>(?-i:HRP|HRp|HRd-neg)))(?![a-z0-9])"
)

NOT_A_STATE = re.compile(
    r"(?i)[\s-]{0,3}(?:(?:tyrosine )?kinase |checkpoint |pathway |signal\w* |G12C |V600E? "
    r"|exon \d+ )?"
    r"(?:inhibit\w*|TKIs?\b|blockade|blockers?|antibod\w*|antagonist\w*|directed|targeted|degrader"
    r"|agonist\w*|modulators?|therap(?:y|ies)\b|-?i\b)"
)
"""After a marker: a drug class is named, not the patient's marker."""
ANTI = re.compile(r"(?i)anti-?\s?$")

WORDS = re.compile(
    # Nothing begins with a space: four in ten tries are spared.
    r"(?i)(?=\S|\n)(?:"
    r"(?P<both>with(?:\s?/\s?|\s+(?:or|and)\s+)without|regardless of(?: the)?|irrespective of"
    r"|independent(?:ly)? of|whatever the|with any|whether or not|other than"
    r"|except(?:ing)?(?: for)?|excluding)\b"
    r"|(?P<class>\b(?:sensiti[sz]ing|activating|classical|hot-?spot|uncommon|atypical|inactivating"
    r"|non-?\s?V600[EK]?(?![A-Z])|non-?\s?G12C|class (?:I{1,3}|[123])\b|ITD\b|TKD\b"
    r"|reversions?|reverted"
    r"|(?:ligand[\s-]binding[\s-]domain|LBD)(?: missense)?)(?!\w))"
    r"|(?P<deny_list>\b(?:(?:tested|testing|test|is|was|were|are|came back) )?(?:negative"
    r"|neg) for\b)"
    r"|(?P<unknown>\b(?:(?:has |have |had )?(?:not|never)(?: yet| been)*"
    r" (?:test|assess|known|available|done|perform|determin|evalu|sent|report|check|sequenc"
    r"|genotyp|profil|order|request|ran\b|run\b|did\b|got\b|looked? (?:at|for)\b)\w*"
    r"|(?:has|have|had|was|were|did)n['’]?t(?: yet| been| ever| even)*"
    r" (?:test|assess|done|perform|determin|evalu|send|sent|check|sequenc|genotyp|profil|order"
    r"|request|run\b|do\b|get\b|got\b|looked? (?:at|for)\b)\w*"
    r"|(?:no|without)(?: prior| formal| previous| molecular)? (?:test(?:s|ing)?|analysis|sequencing"
    r"|results?|data|info(?:rmation)?) (?:of|for|on)"
    r"|n\.d\.|(?-i:nd)(?=\s?(?:$|[,.;)?]))|insufficient (?:tissue|material)|qns"
    r"|unknown|pending|awaited|awaiting|untested|unavailable|outstanding|n/a|tbd"
    r"|to be determined|not yet)(?!\w))"
    r"|(?P<uncertain>\b(?:variants? (?:of|with) (?:uncertain|unknown|undetermined) (?:clinical )?"
    r"significance|VUS(?:es)?|uncertain significance|equivocal|indeterminate|inconclusive"
    r"|borderline)\b)"
    r"|(?P<absent>\b(?:(?:could|can|ca)(?: ?n['’]t| ?not)(?: yet)? be"
    r"|(?:(?:was|were|is|are|has|have|had) )?never(?: been)?) (?:detected|found|seen|confirmed"
    r"|identified|demonstrated|shown|present|positive)\b"
    r"|\b(?:(?:is|was|were|are|been|be) )?(?:not|n't)(?: been| be)?"
    r" (?:detect|amplif|mutat|found|present|identif|seen|express|rearrang|overexpress|alter|shown"
    r"|demonstrat|observ|confirm)\w*"
    r"|\b(?:(?:is |was )?(?:no longer|not|n't) (?:detect\w+|there|present|seen|found)"
    r"|(?:is |was |has )?(?:gone|cleared|disappeared)"
    r"|(?:is|was|were)n['’]t (?:there|present|seen|found|detected)"
    r"|undetect\w+|non-?detect\w+|un-?mutated|non[\s-]?mutated|non[\s-]?mutant|un-?amplified"
    r"|non[\s-]?amplified|unaltered|unrearranged|non[\s-]?rearranged|not altered|absent|intact"
    r"|proficient|retained|stable|ruled out|excluded|unremarkable|likely benign|benign|clean)\b"
    r"|,?\s?\b(?:which|that|but|and) (?:it|she|he|this|there)(?: (?:is|was|has|does|did) not"
    r"| is['’]?nt"
    r"| (?:is|was|has|does|did)n['’]?t)(?: have| carry)?(?=\s?(?:[,.;)(?]|$))"
    r"|(?-i:\bND\b)|\b(?:negativity|negatives?|negativ|neg)\b|[-−–]ve\b"
    r"|\bwild[\s-]?types?\b|\bwt\b"
    r"|(?<=\w\s)(?:no|nil|normal|nothing|r/o)(?=\s?(?:$|[,.;)?]))"
    r"|\bnothing(?: (?:else|actionable|found|detected|of note))?\b"
    r"|\bnone(?: (?:was |were )?(?:detected|found|seen|identified|present))?(?=\s*(?:$|[,.;)?]))"
    r"|(?:(?<=[:=])|(?<=[:=]\s))(?:0(?=\s[a-z])|(?:0\s?%?|(?-i:N))(?=\s*(?:$|[,.;)?\n])))"
    r"|(?<=\s)0\s?%(?=\s*(?:$|[,.;)?\n]))"
    r"|(?<=[:=–-]\s)(?:no|nil)(?=\s*(?:$|[,.;)?]))|(?<=[:=]\s)(?:[-−–])(?=\s*(?:$|[,.;)?]))"
    r"|(?<=\s)[-−–](?=\s*(?:$|[,.;)?]|and\b|but\b))"
    r"|[(\[]\s?[-−–]\s?[)\]])"
    r"|(?P<deny>\bno(?: (?:current|clear|known))? (?:evidence|sign|signs|detection|presence"
    r"|finding|trace|traces|hint|suggestion) (?:of|for)\b"
    r"|\b(?:fail(?:ed|s)?|unable|not able) to (?:detect|show|find|confirm|identify|demonstrate"
    r"|reveal)\b"
    r"|\bno\b|\bwithout(?: (?:any )?evidence of)?\b|\black(?:s|ed|ing)?(?: of)?\b|\babsence of\b"
    r"|\bneither\b|\bnor\b|\bfree (?:of|from)\b"
    r"|\b(?:do|does|did|is|are|was|were|has|have|had|could|ca|would)(?:n't|n’t| not)"
    r"(?: (?:have|harbou?r|carry|show|express|find|detect|reveal|identify|contain|bear))?\b"
    r"|\bnot(?: to)? (?:hav(?:e|ing)|harbou?r(?:ing)?|carry(?:ing)?|express(?:ing)?)\b"
    r"|\bnot\b|\bnon(?=-)|\bnever\b|\bden(?:ies|ied)\b)"
    r"|(?P<present>\b(?:positivity|positives?|positiv|pos)\b|\+ve\b"
    r"|(?:(?<=[A-Z]\d\s)|(?<=[A-Z]{2}\s))(?-i:m)(?=\s?(?:$|[,.;)]))"
    r"|(?:(?<=\w\s)|(?<=[:=]\s)|(?<==))yes(?=\s?(?:$|[,.;)?]))"
    r"|(?<=\s)\+(?=\s*(?:$|[,.;:)?]))|[(\[]\s?\+\s?[)\]]"
    r"|\b(?:mutated|mutant|mutants|altered|detected|present|identified|found|deficient"
    r"|deficiency|confirmed|harbou?red)\b)"
    r"|(?P<level>\b(?:ultra-?\s?low|low|high|zero|null)\b)"
    r"|(?P<event>\b(?:path\.?(?=\s(?:variant|mut)))"
    r"|(?:(?<=KIT\s)|(?<=PDGFRA\s))ex(?:on)?\s?\d{1,2}(?=\s?(?:$|[.;)]|,(?!\s?\d)))"
    r"|\bex(?:on)?\s?\d{1,2}(?=\s(?-i:KIT|PDGFRA)\b)"
    r"|\b(?:pathogenic|oncogenic|deleterious|(?:co-?)?mutations?|mut(?:n|s|['’]d)?|mutat\."
    r"|alterations?|aberrations?"
    r"|variants?|(?:pathogenic|oncogenic|deleterious|nonsense|missense|frameshift|truncating"
    r"|splice[ -]site) (?:variants?|mutations?)|mutational)\b)"
    r"|(?P<loss>\b(?:loss|lost|deleted|homozygous loss|(?:homozygous )?deletions?|inactivated)\b)"
    r"|(?P<test>\b(?:status|testing|tests?|assay|analysis|sequencing|screening|companion diagnostic"
    r"|level|results?|data|on file"
    r"|(?:been |was |were |is )?(?:tested|checked|assessed|sequenced|genotyped|profiled|done"
    r"|performed|sent))\b)"
    r"|(?P<origin>\b(?:germ-?line|inherited|hereditary|constitutional|somatic(?: only)?"
    r"|(?:only|just) (?:somatic|in the tumou?r|germline)|germline only|tumou?r[\s-]only|carriers?"
    r"|tumou?r(?=[\s-](?:BRCA|HRR)"
    r"|:?\s(?:pos|neg|mut)\w{0,6}\b(?!\s(?:load|burden|margins?|nodes?|for\b"
    r"|(?-i:[A-Z])))(?!:)))\b)"
    r"|(?P<plus>\+(?![\d]))"
    # "V600E- or V600K-mutated": the hyphen waits for its word.
    r"|(?P<minus>[-−–](?=$|[\s,.;:)/?\]])(?!,? or (?:\w{2,12} ){0,2}\w{2,12}-"
    r"(?:muta|alter|posit|ampl|rearr|fus|express)))"
    r"|(?P<link>,|/|&|\b(?:and|or|nor|plus|as well as)\b)"
    r"|(?P<open>[(\[])|(?P<close>[)\]])"
    r"|(?P<end>[.;:?!](?=\s|$)|\n)"
    r"|(?P<filler>\b(?:an?|the|any|one|known|detectable|genomic|genetic|tumou?rs?|genes?|is|are|was"
    r"|were|be|been|being|has|have|had|having|harbou?r(?:s|ing)?|carry|carries|carrying|of|in|by|on"
    r"|via|for|to|actionable|targetable|druggable|suspected|likely"
    r"|common|receptors?|proteins?|expression|expressing|express|IHC|ISH|NGS|FISH|(?-i:PCR"
    r"|pcr)|IF|ctDNA"
    r"|tissue|blood|plasma|liquid|biopsy|both|also|still|now|again|primary|acquired|concurrent"
    r"|concomitant|co-?occurring|driver|point|kinase|domain|exon|exons|ex|codon|came|comes?"
    r"|coming|back|returns?|returned"
    r"|remains?|repeat|either|her|his|their|that|which|other|further|more|new|significant|clear"
    r"|clinically|relevant|additional|gene-?level|type|family|confirmed by|turned out|turns out"
    r"|actually|in fact|really(?=\s(?:pathogenic|positive|negative|mutated|wild|wt|pos|neg))"
    r"|all|each|\d{1,2})\b)"
    r"|(?P<word>[^\W_]+))"
)
"""What stands between markers, in one pass. ``word`` ends what was said of a marker."""

MEASURED = frozenset(
    (
        "PD-L1",
        "ER",
        "PR",
        "AR",
        "HER2",
        "TMB",
        "HRD",
        "CD274",
        "TACSTD2",
        "FOLR1",
        "CLDN18",
        "TNFRSF8",
    )
)
"""Markers behind which a number is their own value; behind a gene it may be a codon."""
ORIGINS: dict[str, Origin] = {"g": "germline", "s": "tumour", "t": "tumour"}


@cache
def class_names() -> dict[str, str]:
    """How a class of variants is worded → its name in ``variant_classes.tsv``."""
    return {
        "sensitising": "sensitising",
        "sensitizing": "sensitising",
        "classical": "sensitising",
        "activating": "activating",
        "hotspot": "activating",
        "hot-spot": "activating",
        "uncommon": "uncommon",
        "atypical": "uncommon",
        "inactivating": "loss of function",
        "itd": "ITD",
        "tkd": "TKD",
        "reversion": "reversion",
        "reversions": "reversion",
        "reverted": "reversion",
    }


PRE_MODIFIERS = ("event", "absent", "present", "level", "loss", "class", "uncertain", "origin")
"""Kinds of words that may stand before the marker that they tell of."""
EXCEPTING = ("except", "other than", "excluding")
"""How words begin that leave one finding out of a denial before it."""
DENYING_ALL = ("neg", "negative", "wt", "clean", "normal", "unremarkable")
"""Said of drivers or a panel as a whole, before such words."""
OF_LISTS = ("without", "lack", "den", "absence", "free")
"""How words begin that deny a whole list."""
WILD = re.compile(r"(?i)wild|wt\b")
NO_MARKER = frozenset(
    [
        "biopsy",
        "tissue",
        "tumor",
        "tumors",
        "tumour",
        "tumours",
        "blood",
        "plasma",
        "primary",
        "test",
        "testing",
        "sequencing",
        "ngs",
        "fish",
        "ihc",
        "ctdna",
    ]
)
"""What a denial before a comma is on: "no biopsy, EGFR L858R" denies no variant."""
OF_ALL = ("both", "all", "each")
REACHING = ("filler", "test", "event")
OF_GENES = re.compile(r"(?i)wild|\bwt\b|mutat|mutant|alter|significance|VUS")
FOUND = {"detected", "found", "present", "identified", "confirmed"}
"""Words that after a denial only close it ("no EGFR mutation found")."""
GENERAL = {"sensitising", "activating", "uncommon", "loss of function", "loss", "altered"}
POLARITIES: dict[str, Polarity] = {
    "absent": "absent",
    "present": "present",
    "uncertain": "uncertain",
}
LEVELS = {
    "ultra-low": "ultralow", "ultralow": "ultralow", "low": "low", "high": "high",
    "zero": "zero", "null": "zero",
}  # fmt: skip
TOLD_KINDS = ("absent", "present", "plus", "minus", "event")
"""Kinds of words that say whether a marker is there."""
KEPT = ("retained", "intact")
"""Of a protein it is no loss, of a variant that it is still there."""

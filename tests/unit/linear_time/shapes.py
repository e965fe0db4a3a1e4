"""Hostile texts of any length: what makes a pattern go through a text again and again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """A beginning, a unit that is repeated, and an end that spoils a match."""

    unit: str
    begin: str = ""
    end: str = ""

    def text(self, length: int) -> str:
        return self.begin + self.unit * (length // len(self.unit)) + self.end

    def __str__(self) -> str:
        return f"{self.begin!r} {self.unit!r} {self.end!r}"


UNITS = (
    # Single characters and white space.
    "A", "a", "1", "-", " ", "\n", "\t", ".", ",", "(", ")", "[", "]", "|", "*", "#", "/", "+",
    "_", "'", '"', "“", "<", ">", "&", "?", "!", ":", ";", "%", "=", "~", "^", "\u00a0", "\u200b",
    "\r\n", "é", "α", "ﬁ", "①", "٣", "６", "⁵", "中", "👍", "‑", "–", "−", "x", "Q", "V", "E",
    # Words joined and broken.
    "A-", "a-", "A-1", "a1-", "A_", "a_", "A ", "a ", "aA", "Aa", "AAAAa", "aaaaA", "AaAaA1",
    "1.",
    "1,", "1 ", "1-", "1/", "a.", "A.", "a. ", "A. ", "a/", "a b", "a-\n", "-\n", "a\n", "a\n\n",
    ". ", "! ", ".\n", "? ", "...", ". [1]", "[1,", "[1] ", " [1", "e.g. ", "al. ", "(a", "(a)",
    "( ", " (", "a(", "\n# ", "\n- ", "\n1. ", "\n| ", "\n> ", "\n```", "# a #", "## a  ",
    "\n--- ",
    "---\n", "<@", "<@U1|", "<@U1> ", "<!", "<meta ", "<a", "&lt;", "<https://a|",
    # Peptides and sequences.
    "ACDEFGHIKLMNPQRSTVWY", "MTEYKLVVVGAGGVGKSALTIQLIQ", "GATTACA", "acgt", "ACGT>", "Ala-",
    "AlaGly",
    # Variants, genes and near misses of them.
    "p.Val600", "p.Val600Glu ", "p.", "p.(", "p.V600fs*1", "V600E/", "V600E/K", "V600", "V600 ",
    "V600fs*", "c.", "c.1", "c.1_", "c.68_69del", "c.1A", "rs1", "rs123456", "*1/", "*1/*2",
    "*2A", "*2",
    "HLA-", "HLA-A*", "exon ", "exon 1", "ex1del", "EML4-", "BCR::", "HER2", "HER2-", "HER2 ",
    "HER2 -", "HER2 (HR)", "HER2-low ", "BRCA", "BRCA ", "BRCA-", "BRCA1/2 ", "EGFR L858 ",
    "KRAS ",
    "gene ", "mutation in ", "H-E-R-2-", "E-R-", "MSK-", "KIT exon ", "eGFR ", "ER ", "ER 1",
    "CYP",
    "CYP3A or ", "CYP3A,", "CYP2D6 *4/*4 ", "poor,", "poor or ", "poor, intermediate ", "IHC 2+ ",
    "carriers of germline ", "MSI-", "MMR ", "PD-L1 ", "METex14 ",
    # Drugs, trials, tumours and near misses of them.
    "olaparib ", "olapirib ", "zorbitinib", "tinib", "nib ", "mab", "trastuzumab-", "carcinoma",
    "adenocarcinoma", "sarcoma ", "NCT0", "NCT01234567 ", "PMID ", "PMID:1", "KEYNOTE-",
    "KEYNOTE-1 ",
    "KeynoteA", "AbcdE", "ABCDE ", "a-trial ", "x study ", "trial ", "DESTINYBreast", "IMpower",
    # Questions, small talk and routing.
    "how often ", "combine with ", "combined with? ", "can i take with ", "what is ",
    "is an option ",
    "how does work ", "open trials ", "where is ", "manage ", "after ", "after the ", "after - ",
    "without ", "no known ", "not a ", "with it ", "it with ", "thanks ", "thank you, ", "hi ",
    "step ",
    "step 1 ", "what did you ", "can you help ", "are you a ", "stop ", "please stop ", "ok ",
    "fact: ", "what does do ", "resistance to ", "called ", "stands in the ", "this label ",
    # Numbers, units and comparisons.
    "1 mg/", "mg/kg/", "1mg ", "5-10 mg ", "1,000", "1.5.", "1 to ", "10^-", "≥1 ",
    "less than 1 ",
    "one ", "one week ", "twice ", "not ", "n't ", "mutations per ", "1 or less ", "CrCl ",
    "QTc 1",
    "no EGFR ", "no EGFR, ", "without ALK or ", "EGFR, ", "EGFR and ", "EGFR/", "negative for ",
    "not ", "non-", "VUS ", "wild type ", "T790M, ", "T790M or ", "IHC 2+/", "PD-L1 (", "TMB ",
    "CPS ", "VAF ", "progressed on ", "s/p ", "pd on ", "prior ", "olaparib, ", "olaparib + ",
    "osimertinib 14m, ", "alectinib for 2 years, ", "FLO + ",
    "T-DXd/", "after olaparib or ", "first-line ", "two prior ", "stage ", "T2N1", "brain, ",
    "metastases to ", "liver and ", "except ", "other than ", "locally ", "no ", "1L ", "has not ",
    "Child-Pugh A", "moderate ", "mild renal ", "percent ", "95% CI ", "a1", "a1 ", "1a", "a1*",
)  # fmt: skip
SPOILED = (
    Shape("A", begin="p.Val600"),
    Shape(" ", begin="family history", end="x"),
    Shape(" ", begin="== x", end="x"),
    Shape(" ", begin=" #", end=":"),
    Shape(" ", begin="mean of the a", end="&"),
    Shape(" ", begin="indication: x", end="x"),
    Shape("reduc"),
    Shape("lower"),
    Shape(" ", begin="after", end="x"),
    Shape("-", begin="after", end="x"),
    Shape(" ", begin="no", end="x"),
    Shape(" ", begin="HER2", end="x"),
    Shape(" ", begin="(a)", end="x"),
    Shape(" ", begin="a", end="(a)x"),
    Shape(" ", begin="# a", end="x"),
    Shape("#", begin="# a ", end="x"),
    Shape(" #", begin="## a", end="x"),
    Shape("1", begin="*2", end="x"),
    Shape("1", begin="c.", end="x"),
    Shape("1", begin="V600fs*", end="a"),
    Shape("A", begin="HLA-", end="x"),
    Shape("a", begin="A", end="1"),
    Shape("aA", end="_"),
    Shape("]", begin=".", end="x"),
    Shape("[1]", begin=".", end="x"),
    Shape("1,", begin=".[", end="x"),
    Shape("a ", begin="are you ", end="?"),
    Shape(" ", begin="thanks", end="x"),
    Shape("!", begin="thanks", end="x"),
    Shape(" all", begin="thanks", end="x"),
    Shape("(", end=")"),
    Shape("((a", end="))"),
    Shape("a", end="@"),
    Shape("-a", begin="a", end=" trial"),
    Shape("a", begin="|", end="\n|"),
    Shape("\n", begin="---\n", end="x"),
    Shape("a", begin="<@U1|", end=""),
    Shape(" or CYP3A", begin="CYP3A", end=" x"),
    Shape(" germline", begin="carriers of", end=" x"),
    Shape("a1-", begin="", end="_"),
    Shape("1", begin="QTc ", end="x"),
    Shape("/kg", begin="1 mg", end="x"),
)
SHAPES = (*map(Shape, UNITS), *SPOILED)

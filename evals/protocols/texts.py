"""Eight invented protocols. No value in them is medical advice; none is in another source.

Every table has a head and rows that differ in one number, so that a neighbouring row or a row
without its head gives a wrong answer that can be told."""

from __future__ import annotations

from dataclasses import dataclass

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """Paragraphs under a heading, then a list, then a table whose first row is its head."""

    heading: str
    paragraphs: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class Protocol:
    """One document: paragraphs, a table whose first row is its head, then sections."""

    name: str
    """File name with the suffix that says in which format it is written."""
    title: str
    paragraphs: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    sections: tuple[Section, ...] = ()

    @property
    def parts(self) -> tuple[Section, ...]:
        """All of it as sections; the first has no heading."""
        return (Section("", self.paragraphs, rows=self.rows), *self.sections)


PROTOCOLS = (
    Protocol(
        "abemaciclib-diarrhoea.md",
        "House protocol: diarrhoea on abemaciclib",
        ("Patients on abemaciclib take a loperamide pack of 18 tablets home.",),
        (
            ("Grade of diarrhoea", "Abemaciclib", "Review"),
            ("Grade 1", "Continue abemaciclib", "Telephone call after 4 days"),
            ("Grade 2", "Pause abemaciclib for 36 hours", "Clinic visit after 3 days"),
            ("Grade 3", "Stop abemaciclib for 9 days", "Ward B4 on the same day"),
        ),
    ),
    Protocol(
        "alpelisib-glucose.html",
        "House protocol: blood glucose on alpelisib",
        ("Before alpelisib, fasting glucose and HbA1c are measured within 11 days.",),
        (
            ("Fasting glucose on alpelisib", "Measure"),
            ("Grade 1 hyperglycaemia", "Start metformin 425 mg once daily"),
            ("Grade 2 hyperglycaemia", "Start metformin 850 mg and call the diabetes nurse"),
            ("Grade 3 hyperglycaemia", "Hold alpelisib for 6 days and ask endocrinology"),
        ),
    ),
    Protocol(
        "tdxd-ild.docx",
        "House protocol: interstitial lung disease on trastuzumab deruxtecan",
        ("A CT of the chest is done every 7 weeks on trastuzumab deruxtecan.",),
        (
            ("Interstitial lung disease", "Trastuzumab deruxtecan", "Prednisolone"),
            ("Grade 1", "Hold trastuzumab deruxtecan until resolved", "0.6 mg/kg"),
            ("Grade 2", "Stop trastuzumab deruxtecan for good", "1.1 mg/kg"),
            ("Grade 3", "Stop trastuzumab deruxtecan and admit to unit K2", "2.2 mg/kg"),
        ),
    ),
    Protocol(
        "capecitabine-renal.txt",
        "House protocol: capecitabine and renal function",
        (
            "In our clinic capecitabine is started at 88% of the dose when creatinine clearance "
            "is 51 to 80 mL/min.",
            "Capecitabine is started at 71% of the dose when creatinine clearance is 30 to "
            "50 mL/min.",
            "Capecitabine is not given in our clinic when creatinine clearance is below 30 mL/min.",
        ),
    ),
    Protocol(
        "sacituzumab-neutropenia.pdf",
        "House protocol: neutropenia on sacituzumab govitecan",
        (
            "Filgrastim 34 MU is given from day 5 to day 8 of each cycle of sacituzumab govitecan "
            "to patients above 70 years.",
            "In grade 3 neutropenia sacituzumab govitecan is delayed by 5 days.",
            "In grade 4 neutropenia sacituzumab govitecan is reduced to 7.2 mg/kg.",
        ),
    ),
    Protocol(
        "carboplatin-paclitaxel.md",
        "House protocol: weekly carboplatin and paclitaxel",
        ("Carboplatin is given at AUC 1.7 weekly with paclitaxel 72 mg/m2 in our clinic.",),
        (
            ("Platelets before carboplatin", "Carboplatin"),
            ("Above 110", "Full dose of carboplatin"),
            ("85 to 110", "Carboplatin at 65% of the dose"),
            ("Below 85", "Delay carboplatin by 8 days"),
        ),
    ),
    Protocol(
        "denosumab-dental.html",
        "House protocol: denosumab and the teeth",
        (
            "Before denosumab the dental clinic in house C sees every patient within 17 days.",
            "After a tooth extraction denosumab is paused for 10 weeks.",
            "Denosumab is given every 5 weeks in our clinic in the first year.",
        ),
    ),
    Protocol(
        "trastuzumab-heart.docx",
        "House protocol: the heart on trastuzumab",
        ("Echocardiography is done every 13 weeks on trastuzumab in our clinic.",),
        (
            ("LVEF on trastuzumab", "Measure"),
            ("LVEF 45 to 49%", "Continue trastuzumab and repeat echocardiography in 16 days"),
            ("LVEF 40 to 44%", "Hold trastuzumab and repeat echocardiography in 23 days"),
            ("LVEF below 40%", "Stop trastuzumab and refer to the heart clinic in house D"),
        ),
    ),
)

"""The second set: eight invented protocols of other drugs and layouts, headings and lists among
them. It was written before the first set's failures were mended and asked only afterwards. No
value in it is medical advice; none is in another source."""

from __future__ import annotations

from evals.protocols.texts import Protocol, Section

SECOND_PROTOCOLS = (
    Protocol(
        "ribociclib-ecg.md",
        "SOP 12 ECG on ribociclib",
        sections=(
            Section(
                "When",
                ("An ECG is done before the start, on day 12 of cycle 1 and on day 3 of cycle 2.",),
            ),
            Section(
                "QTcF",
                rows=(
                    ("QTcF (ms)", "Ribociclib", "Who"),
                    ("below 470", "Continue", "Nurse"),
                    ("470 to 495", "Repeat the ECG in 44 hours", "Cardiology, pager 4417"),
                    ("above 495", "Stop and admit to ward C2", "Consultant"),
                ),
            ),
        ),
    ),
    Protocol(
        "capecitabine-skin.html",
        "Hand-foot syndrome on capecitabine",
        ("All patients use a cream with 12% urea twice a day from the first tablet on.",),
        (
            ("Grade", "First time", "Second time"),
            ("1", "Continue, clobetasol at night", "Continue, see the nurse in 6 days"),
            ("2", "Pause until grade 1", "Pause, then 77% of the dose"),
            ("3", "Pause, then 66% of the dose", "Stop for good"),
        ),
    ),
    Protocol(
        "zoledronate-kidney.docx",
        "Zoledronic acid in the bone clinic",
        sections=(
            Section(
                "Dose by renal function",
                rows=(
                    ("Creatinine clearance (mL/min)", "Dose", "Infusion time"),
                    ("> 65", "3.9 mg", "18 minutes"),
                    ("45–65", "3.1 mg", "27 minutes"),
                    ("30–44", "2.6 mg", "34 minutes"),
                    ("< 30", "Do not give", "Ask nephrology, room 208"),
                ),
            ),
            Section(
                "Before the first infusion",
                items=(
                    "Dental check within the last 5 months",
                    "Calcium 900 mg and vitamin D 700 IU every day",
                    "Serum calcium measured within 11 days",
                ),
            ),
        ),
    ),
    Protocol(
        "everolimus-mouth.txt",
        "Mouth care on everolimus",
        (
            "Dexamethasone mouthwash, 7 mL four times a day, is used in the first 6 weeks of "
            "everolimus.",
        ),
        sections=(
            Section(
                "Stomatitis",
                items=(
                    "Grade 1: continue everolimus, mouthwash six times a day",
                    "Grade 2: pause everolimus for 8 days",
                    "Grade 3: pause everolimus for 15 days, then 5 mg every other day",
                ),
            ),
            Section("Pneumonitis", ("Everolimus is stopped and the lung team is called (4021).",)),
        ),
    ),
    Protocol(
        "paclitaxel-nerves.pdf",
        "Peripheral neuropathy on weekly paclitaxel",
        ("Before each third infusion the nurse asks about buttons, stairs and falls.",),
        (
            ("Grade", "Paclitaxel", "Else"),
            ("1", "Full dose", "Cold gloves"),
            ("2", "68 mg/m2", "Physiotherapy within 9 days"),
            ("3", "Omit for 2 weeks, then 60 mg/m2", "Neurology, room 31"),
            ("4", "Stop", "Neurology, room 31"),
        ),
    ),
    Protocol(
        "pertuzumab-missed.docx",
        "Pertuzumab and trastuzumab: missed doses and observation",
        (
            "If fewer than 7 weeks have passed since the last pertuzumab, 420 mg are given without "
            "delay.",
            "If 7 weeks or more have passed, pertuzumab is loaded again with 840 mg and the next "
            "dose follows after 22 days.",
            "After the first infusion of pertuzumab patients stay for 75 minutes, after later ones "
            "for 35 minutes.",
            "Patients above 78 years have their first infusion in the day unit of house F.",
        ),
    ),
    Protocol(
        "epirubicin-extravasation.md",
        "Extravasation of epirubicin",
        sections=(
            Section(
                "At once",
                items=(
                    "Stop the infusion and leave the cannula in place",
                    "Call the plastic surgeon on 5512",
                    "Cool the arm for 25 minutes four times a day",
                ),
            ),
            Section(
                "Dexrazoxane",
                (
                    "Dexrazoxane lies in pharmacy room 114 and is begun within 5 hours.",
                    "Cooling ends 20 minutes before dexrazoxane.",
                ),
            ),
            Section("Follow-up", ("The arm is photographed after 2, 9 and 40 days.",)),
        ),
    ),
    Protocol(
        "docetaxel-liver.html",
        "Docetaxel: liver and premedication",
        sections=(
            Section(
                "Liver",
                rows=(
                    ("Bilirubin", "Docetaxel"),
                    ("up to 1 x ULN", "Full dose"),
                    ("1 to 1.4 x ULN", "52 mg/m2"),
                    ("above 1.4 x ULN", "Not given; ask Dr Amsler"),
                ),
            ),
            Section(
                "Premedication",
                ("Dexamethasone 6 mg twice a day for 3 days, begun the evening before docetaxel.",),
            ),
        ),
    ),
)

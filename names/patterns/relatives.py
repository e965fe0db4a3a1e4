"""The words for a patient's relatives, in one place for all that ask of whom something is said."""

KIN = (
    r"(?:(?:grand|step|half[\s-]?)?(?:mother|father|sister|brother|daughter|son|parent|mum|mom|dad)"
    r"s?(?:-in-law)?"
    r"|(?:sis|bro)(?=['’\s])|aunts?|uncles?|cousins?|nieces?|nephews?|siblings?|twins?|mam|gran(?:dma|dpa|ny))"
)
"""One relative by blood or by the marriage of one."""
RELATIVE = rf"(?:{KIN}|wife|husband|spouse|partner|girlfriend|boyfriend|fianc\w{{1,2}})"
"""One relative, by blood or not; a reader that must be sure of it looks at what stands beside."""

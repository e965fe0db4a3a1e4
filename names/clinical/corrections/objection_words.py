"""The words by which somebody objects to what they have just said: "no, sorry", "wait", "typo"."""

from __future__ import annotations

NO = r"(?:no|nope|nah)"
RIGHT = (
    r"(?:(?:no|nope|nah|oops|ah)\s?,?\s(?:wait|sorry|actually|correction|rather|make that|i meant?"
    r"|that['’]?s wrong)|sorry|oops|wait|actually|in fact|correction|corrected(?: to)?|typo"
    r"|mistake|my mistake|my bad|more like|closer to|scratch that|that['’]?s wrong|i meant?|i mean"
    r"|rather|make that|should (?:be|read)|recte)"
)
PAUSE = r"[\s,:;.–—-]{1,3}"
MARK = r"\s?(?P<mark>\?{1,3}|[,;(–—]|\s-(?!>)|->|→|⇒|\.{2,4}|…)\s{0,2}"
IT_IS = r"(?:(?:it['’]s|it is|it was)\s)?"
"""Behind an objection; alone it tells of another time ("creatinine 1.2, it was 0.9 before")."""

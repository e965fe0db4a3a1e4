"""Where a message that is typed in lines ends a sentence: a line may go on in the next one because
it was too long, or be a sentence without its full stop."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.recognise import recognise

Change = tuple[int, int, str]
"""Start, end, and the words in place of those that stand there."""
WIDTH = 72
"""Characters to which programs that send mail wrap a line, at the least (RFC 3676 advises 78 or
fewer). A break before a word that would have fitted was typed."""
BREAK = re.compile(
    r"(?<=[\w)%+*-])[ \t]{0,3}\n[ \t]{0,3}(?=(?P<mark>[-–—•*]\s{1,3})?(?P<word>[a-z]\S{0,60}))"
)
"""A break before a small letter, or before the mark of a list and one: before any other, readers
part the lines already."""
LEADS_ON = re.compile(
    r"(?i)(?:\b(?:and|or|with|on|of|for|the|an?|in|to|from|at|as|by|after|before|since|plus|vs"
    r"|versus|then|but|not|no|without|prior|previous|had|has|have|is|are|was|were|her|his|their"
    r"|due|per|than|until|under|via|both|either|between|about|which|what|when|if|s/p)|[-+])$"
)
"""How a line ends that goes on in the next. "HER2-" and "ER+" end a word."""
GOES_ON = re.compile(
    r"(?:and|or|with|plus|then|followed|failed|failing|progress\w*|pd|relapsed|recurred|stopped"
    r"|given|alone|but|because|due|for|which|who|that|until|after|without|in|at|to|as)\b[,:;]?$"
)
"""How a line begins that goes on with the one before."""
MARKER = re.compile(r"[A-Z0-9][+-]$")


def line_ends(text: str) -> Iterator[Change]:
    """The breaks of a message that end a sentence, each to be written with a full stop."""
    breaks = list(BREAK.finditer(text))
    width = max([WIDTH, *map(len, text.split("\n"))]) if breaks else 0
    for match in breaks:
        begin = text.rfind("\n", 0, match.start()) + 1
        line, word = text[begin : match.start()], match["word"]
        leads_on = bool(LEADS_ON.search(line)) and not MARKER.search(line)
        leads_on = leads_on or (not match["mark"] and bool(GOES_ON.match(word)))
        typed = match["mark"] or len(line) + len(word) < width
        if not leads_on and (typed or _are_two_drugs(line, word)):
            yield (*match.span(), ".\n")


def _are_two_drugs(line: str, word: str) -> bool:
    """Whether a line ends with a drug and the next begins with one: nothing joins them."""
    last = line.split()[-1]
    return bool(recognise(last).of("drug") and recognise(word).of("drug"))

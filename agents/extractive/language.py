"""Which language a question is in, told by its script and its function words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

FUNCTION_WORDS: dict[str, frozenset[str]] = {
    "English": frozenset(
        "the of and to in is for with what which how does do are was were can should this that"
        " patient patients after on from by an at it be or if when who why not has have".split()
    ),
    "German": frozenset(
        "der die das und ist nicht ein eine einer bei mit von für was welche wie zu den dem des"
        " soll kann wird sind auf im zur nach patientin oder wenn es gibt".split()
    ),
    "French": frozenset(
        "le la les des et est une un du de pour avec dans que quel quelle quelles quels chez sur"
        " au aux ce cette pas qui sont il elle ou après comment peut".split()
    ),
    "Spanish": frozenset(
        "el la los las de y es una un del para con en que qué cuál cuáles como cómo por se no al"
        " hay está son tiene puede paciente después dosis sobre".split()
    ),
    "Italian": frozenset(
        "il lo la gli le di e è una un del della dei per con nel nella che qual quale quali come"
        " non si sono dopo può paziente dose alla delle".split()
    ),
    "Portuguese": frozenset(
        "o a os as de e é uma um do da dos das para com no na em que qual quais como não se por"
        " são após pode paciente ao à dose".split()
    ),
    "Dutch": frozenset(
        "de het een en is van voor met bij wat welke hoe niet op in zijn deze dit kan moet na"
        " patiënt of als er naar worden wordt".split()
    ),
    "Polish": frozenset(
        "i w z na jest nie dla jak jakie jaka jaki czy po przy od do się u lub oraz co".split()
    ),
    "Swedish": frozenset(
        "och är en ett för med på av det den som vad hur vilken vilka inte hos till efter kan".split()
    ),
    "Turkish": frozenset("ve bir bu için ile ne nedir nasıl mi mı olan hasta sonra hangi de da".split()),
}  # fmt: skip
WORD = re.compile(r"[^\W\d_]+", re.UNICODE)
SCRIPTS = {
    "CYRILLIC": "a language in Cyrillic script",
    "GREEK": "Greek",
    "ARABIC": "a language in Arabic script",
    "HEBREW": "Hebrew",
    "CJK": "Chinese or Japanese",
    "HIRAGANA": "Japanese",
    "KATAKANA": "Japanese",
    "HANGUL": "Korean",
    "DEVANAGARI": "Hindi",
    "THAI": "Thai",
}
FOREIGN_SHARE = 0.3
"""Share of letters in another script from which on a question counts as written in it."""


def other_script(text: str) -> str:
    letters = [letter for letter in text if letter.isalpha() and ord(letter) > 0x36F]
    all_letters = sum(letter.isalpha() for letter in text)
    if not letters or len(letters) < max(2.0, FOREIGN_SHARE * all_letters):
        return ""
    names = Counter(unicodedata.name(letter, "?").split("-")[0].split(" ")[0] for letter in letters)
    if names.get("HIRAGANA") or names.get("KATAKANA"):
        return "Japanese"
    return SCRIPTS.get(names.most_common(1)[0][0], "another script")


def foreign_language(text: str) -> str:
    """The language of a question that is not in English; empty for English or too few words."""
    if script := other_script(text):
        return script
    words = [word.lower() for word in WORD.findall(text)]
    hits = {name: sum(word in known for word in words) for name, known in FUNCTION_WORDS.items()}
    english = hits.pop("English")
    accented = sum(any(ord(letter) > 0x7F for letter in word) for word in words)
    name, best = max(hits.items(), key=lambda item: item[1])
    if best >= 2 and best + accented > english + 1:
        return name
    return ""

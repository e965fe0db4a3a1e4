"""What a trial was to find out, told as what it found. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL

_DESIGN = re.compile(
    r"\b(?:enrol(?:s|led|ling|ment)?|recruit\w*|randomi[sz](?:es|ed|ing)|assign(?:s|ed)"
    r"|compar(?:es|ed|ing)|test(?:s|ed|ing)|designed to|aim(?:s|ed)?|will|plans?|planned|objective"
    r"|purpose|endpoint|end point|eligible|assess(?:es|ed)?|evaluat\w+|investigat\w+|stud(?:y|ies)"
    r" (?:of|asks|is)|examin\w+|set up to|set out to|ongoing|recruiting|asks? whether|hypothesis"
    r"|allocated|included|received|stratified|explor\w+|not yet (?:clear|known|reported|shown)"
    r"|awaited|unclear|debate\w*)\b"
)
"""Words by which a source tells how a trial is made."""
_RESULT = re.compile(
    r"\b(?:median|respon\w+|was \d|were \d|improv\w*|longer|shorter|lower\w*|higher|reduc\w*"
    r"|increas\w*|significan\w*|benefit\w*|showed|shown|found|gave|produced|occurred|superior"
    r"|inferior|associated|active(?! surveillance)|effective|prolong\w*|lengthen\w*|differ\w*"
    r"|better|worse|ratio"
    r"|confirmed|demonstrat\w*|achieved|reached|led to|resulted|developed|similar|delay\w*"
    r"|rais\w*|fell|rose|cut|died|progressed|relapsed|recurred|no (?:effect|benefit|gain)"
    r"|support\w*|approved|indicated|recommend\w*)\b|\d ?%"
)
_NO_RESULT = re.compile(
    r"\b(?:assum\w+|hypothes\w+|powered|calculated|in order to|to (?:show|detect|determine|assess"
    r"|evaluate|test|see|find|compare|improve|reduce|prolong|confirm))\b[^;.]{0,160}"
    r"|\b(?:primary|secondary|main) end ?points? [^;.]{0,160}"
    r"|\b(?:who|that|which)(?: had| has| have)?(?: \w+)? (?:progressed|relapsed|recurred"
    r"|responded)\b"
    r"|\b(?:in|after) respon[ds]\w+ (?:to|on)\b|\b(?:better|worse|improved|higher|lower) than\b"
    r"|\b(?:high(?:er)?|low(?:er)?) risk\b"
)
"""What such words say in a plan: "to show that survival is longer"."""
_PURPOSE = re.compile(r"\b(?:to|for|of) (?:prolong|improv|reduc|lengthen|extend|delay|slow)\w*")
_NOT_WORSE = re.compile(r"\b(?:not|no) (?:inferior|worse)\b|\bnon ?inferior\w*")
_EFFECT = re.compile(
    r"\b(?:liv(?:e|ed) [\w. ]{0,25}longer|outliv\w+|beats?|benefit(?:s|ed|ted)?|help(?:s|ed)"
    r"|work(?:s|ed)"
    r"|slow(?:s|ed)|prolong\w*|lengthen\w*|cure[ds]?|respond(?:s|ed)|improv\w+|reduc(?:es|ed)"
    r"|better|longer|superior|outperform\w*|as (?:good|effective) as|proved|proven"
    r"|effective(?!ness)"
    r"|was \d|were alive|protect(?:s|ed)|delay(?:s|ed)|shr[aiu]nk|lower(?:s|ed)|rais(?:es|ed)"
    r"|rose|fell|doubl(?:ed|es)|halv(?:ed|es)|showed|shows|shown|demonstrat\w+|confirm(?:s|ed)"
    r"|favou?r(?:s|ed)"
    r"|extend(?:s|ed)|won|predicts|achieved|reached|steers|did well|did better|superiority"
    r"|most patients|tolerated)\b"
)
_ASKS = re.compile(
    r"\b(?:ask(?:s|ed)?|whether|question|endpoint|end point|compar\w+|test(?:s|ed|ing)|aim\w*|goal"
    r"|designed|plan\w*|hypothes\w+|assum\w+|to (?:show|see|find|learn|test)|no results?|not yet"
    r"|evaluat\w+|investigat\w+|assess\w*|stud(?:y|ied) how|meant to|supposed to|intended|will"
    r"|would|power\w*|unknown|open|against which|set against|criteri\w+|eligib\w+|required?)\b"
)


def problem_with_design(claim: CitedSentence) -> str:
    """Whether it tells an effect, and its quotes tell only how a trial was made."""
    text = _PURPOSE.sub(" ", claim.sentence.words)
    text = _NOT_WORSE.sub("as good as", text)
    if not _EFFECT.search(text) or _ASKS.search(text) or DENIAL.search(text):
        return ""
    quotes = [_NO_RESULT.sub(" ", quote.words) for quote in claim.quotes()]
    whole = [quote.words for quote in claim.quotes()]
    if all(map(_DESIGN.search, whole)) and not any(map(_RESULT.search, quotes)):
        return "The cited quotes tell how the trial was made, and no result."
    return ""

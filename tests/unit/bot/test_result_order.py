"""What programs find in several silos is in the order of the words, not of the silos."""

from __future__ import annotations

from bot.programs.result_order import across_silos
from retrieval.documents import Document
from retrieval.outcomes import FoundDocument


def _found(silo: str, title: str, text: str = "", dense: float = 0.5) -> FoundDocument:
    document = Document(silo=silo, id=title, version="1", title=title, text=text)
    return FoundDocument(document=document, score=0.9, lexical=1.0, dense=dense)


QUERY = "sotorasib KRAS G12C lung"
COLON = _found("guidelines", "RAS in colorectal cancer", "Sotorasib for KRAS G12C.", 0.9)
LUNG = _found("guidelines", "Lung cancer", "Nothing of it.")
LABEL = _found("labels", "Sotorasib", "KRAS G12C lung cancer.")
TRIAL = _found("trials", "Sotorasib in KRAS G12C lung cancer", "", 0.1)


def test_the_document_with_most_words_comes_first_whichever_silo_has_it() -> None:
    order = across_silos(QUERY, [[COLON, LUNG], [LABEL], [TRIAL]])
    assert order == (TRIAL, LABEL, COLON, LUNG)


def test_one_silo_keeps_its_own_order() -> None:
    assert across_silos(QUERY, [[LUNG, COLON]]) == (LUNG, COLON)
    assert across_silos(QUERY, []) == ()


def test_of_as_many_words_each_silo_keeps_its_order() -> None:
    first, second = _found("a", "Sotorasib", dense=0.1), _found("a", "Sotorasib (two)", dense=0.9)
    other = _found("b", "Sotorasib three", dense=0.5)
    assert across_silos(QUERY, [[first, second], [other]]) == (other, first, second)

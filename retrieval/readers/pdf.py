"""PDF to text, page by page."""

from __future__ import annotations

import io

from pypdf import PasswordType, PdfReader
from pypdf.errors import DependencyError, FileNotDecryptedError, PyPdfError

from retrieval.errors import DocumentUnreadable

MAX_PAGES = 1_500


def pdf_text(name: str, content: bytes) -> tuple[str, str]:
    """The title the file states, and the text of its pages."""
    try:
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted and reader.decrypt("") == PasswordType.NOT_DECRYPTED:
            raise DocumentUnreadable(_protected(name))
        if len(reader.pages) > MAX_PAGES:
            detail = f"{name} has more than {MAX_PAGES} pages. Attach the part that matters."
            raise DocumentUnreadable(detail)
        text = "\n\n".join(page.extract_text() for page in reader.pages)
        title = (reader.metadata.title if reader.metadata else None) or ""
    except (FileNotDecryptedError, DependencyError) as error:
        raise DocumentUnreadable(_protected(name)) from error
    # A damaged file surfaces from deep inside pypdf as whatever the broken object caused.
    except (
        PyPdfError, ValueError, TypeError, KeyError, IndexError, AttributeError, OSError,
        RecursionError, AssertionError, NotImplementedError, ArithmeticError,
    ) as error:  # fmt: skip
        detail = f"{name} is damaged or not a PDF. Open it, print it to a new PDF and try that."
        raise DocumentUnreadable(detail) from error
    if not text.strip():
        detail = (
            f"{name} holds no text, only pictures of pages (a scan), and I cannot read images yet."
            " Paste the text, or attach a PDF with text."
        )
        raise DocumentUnreadable(detail)
    return title, text


def _protected(name: str) -> str:
    return f"{name} is protected by a password. Save a copy without the password and attach that."

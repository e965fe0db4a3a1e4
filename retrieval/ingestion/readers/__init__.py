"""Files to text, and files of a corpus to documents. Refusals are sentences for a clinician."""

from retrieval.ingestion.readers.corpus import (
    SUFFIXES,
    format_of,
    read_documents,
    read_sound_part,
)
from retrieval.ingestion.readers.files import content_of, read_attachment, read_file

__all__ = [
    "SUFFIXES",
    "content_of",
    "format_of",
    "read_attachment",
    "read_documents",
    "read_file",
    "read_sound_part",
]

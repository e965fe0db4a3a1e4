"""Files are read in a process of its own, within limits: a file that takes memory or time without
end, or that breaks a library written in C, ends that process and nothing else."""

from retrieval.ingestion.reading_apart.limits import FOR_ATTACHMENTS, ReadLimits
from retrieval.ingestion.reading_apart.processes import ReaderProcesses

__all__ = ["FOR_ATTACHMENTS", "ReadLimits", "ReaderProcesses"]

"""Keeps numpy's OpenBLAS to one thread: parallel work here is done by Python threads.

OpenBLAS splits every product over all cores and waits for the slowest; when another process uses
a core, small products become ten times slower. One BLAS thread and two Python threads do not.
"""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np

_SETTERS = (
    "scipy_openblas_set_num_threads64_",
    "scipy_openblas_set_num_threads",
    "openblas_set_num_threads64_",
    "openblas_set_num_threads",
)


def use_one_thread() -> bool:
    """Limit the OpenBLAS that numpy's wheel carries, for the whole process.

    False when numpy uses another library (Accelerate on macOS), which is left as it is."""
    for library in _bundled_libraries():
        loaded = ctypes.CDLL(str(library))
        for name in _SETTERS:
            setter = getattr(loaded, name, None)
            if setter is not None:
                setter.argtypes = [ctypes.c_int]
                setter.restype = None
                setter(1)
                return True
    return False


def _bundled_libraries() -> list[Path]:
    package = Path(np.__file__).parent
    places = (package.parent / "numpy.libs", package / ".dylibs")
    return [found for place in places for found in sorted(place.glob("*openblas*"))]

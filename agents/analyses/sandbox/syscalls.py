"""A filter of system calls for code that is run apart: it cannot mount, trace, load into the
kernel, or make namespaces of its own.

Classic BPF, as seccomp(2) takes it; the numbers are those of Linux's ``asm/unistd_64.h`` and
``asm-generic/unistd.h``."""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Mapping
from dataclasses import dataclass

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _MACHINE, _FIRST_ARGUMENT = 0, 4, 16
"""Places in ``struct seccomp_data``."""
_NEW_NAMESPACES = 0x7E020080
"""All flags ``CLONE_NEW…`` of ``linux/sched.h``."""
_OTHER_FORM = 0x40000000
"""From here on numbers of x86_64 are those of its form with 32 bits (x32)."""


@dataclass(frozen=True, slots=True)
class _Machine:
    audit: int
    clone: int
    refused: tuple[int, ...]


_CLONE3 = 435
_BOTH = (425, 426, 427, 428, 429, 430, 432, 442)
"""io_uring_*, open_tree, move_mount, fsopen, fsmount, mount_setattr."""
_MACHINES: Mapping[str, _Machine] = {
    # ptrace, process_vm_*, mount, umount2, pivot_root, chroot, unshare, setns, bpf,
    # perf_event_open, userfaultfd, keyctl, add_key, request_key, init_module, finit_module,
    # delete_module, kexec_load, open_by_handle_at, name_to_handle_at
    "x86_64": _Machine(
        0xC000003E, 56,
        (101, 310, 311, 165, 166, 155, 161, 272, 308, 321, 298, 323, 250, 248, 249, 175, 313, 176,
         246, 304, 303, *_BOTH),
    ),
    "aarch64": _Machine(
        0xC00000B7, 220,
        (117, 270, 271, 40, 39, 41, 51, 97, 268, 280, 241, 282, 219, 217, 218, 105, 273, 106, 104,
         265, 264, *_BOTH),
    ),
}  # fmt: skip


def syscall_filter(machine: str = platform.machine()) -> bytes:
    """The program for ``bwrap --seccomp``; empty for a machine whose numbers are not known."""
    known = _MACHINES.get(machine)
    if known is None:
        return b""
    refuse = _step(_RETURN, _REFUSE | errno.EPERM)
    # The C library then uses clone, whose flags can be looked at.
    unknown = _step(_RETURN, _REFUSE | errno.ENOSYS)
    steps = [
        _step(_LOAD, _MACHINE), _step(_EQUAL, known.audit, 1, 0), _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER), _step(_AT_LEAST, _OTHER_FORM, 0, 1), refuse,
        _step(_EQUAL, _CLONE3, 0, 1), unknown,
    ]  # fmt: skip
    for number in known.refused:
        steps += [_step(_EQUAL, number, 0, 1), refuse]
    steps += [
        _step(_EQUAL, known.clone, 0, 3), _step(_LOAD, _FIRST_ARGUMENT),
        _step(_ANY_BIT, _NEW_NAMESPACES, 0, 1), refuse, _step(_RETURN, _ALLOW),
    ]  # fmt: skip
    return b"".join(steps)


def _step(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    """``struct sock_filter``; the two numbers are how many steps to skip."""
    return struct.pack("=HBBI", code, if_so, if_not, value)

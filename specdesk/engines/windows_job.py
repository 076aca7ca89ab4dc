"""A Windows job object that ends its processes when SpecDesk ends, however it ends.

One job per SpecDesk process, made at first use and held open for its life; the system closes the handle when the
process is gone, and `JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE` then ends every process in the job and their children.
Layouts: winnt.h, JOBOBJECT_EXTENDED_LIMIT_INFORMATION.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Final

_LIMIT_KILL_ON_JOB_CLOSE: Final = 0x2000
_EXTENDED_LIMIT_INFORMATION: Final = 9
_PROCESS_SET_QUOTA: Final = 0x0100
_PROCESS_TERMINATE: Final = 0x0001


class _BasicLimits(ctypes.Structure):
    _fields_ = (
        ("per_process_user_time_limit", ctypes.c_int64),
        ("per_job_user_time_limit", ctypes.c_int64),
        ("limit_flags", ctypes.c_uint32),
        ("minimum_working_set_size", ctypes.c_size_t),
        ("maximum_working_set_size", ctypes.c_size_t),
        ("active_process_limit", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority_class", ctypes.c_uint32),
        ("scheduling_class", ctypes.c_uint32),
    )


class _IoCounters(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_uint64)
        for name in ("read_count", "write_count", "other_count", "read_bytes", "write_bytes", "other_bytes")
    )


class _ExtendedLimits(ctypes.Structure):
    _fields_ = (
        ("basic", _BasicLimits),
        ("io", _IoCounters),
        ("process_memory_limit", ctypes.c_size_t),
        ("job_memory_limit", ctypes.c_size_t),
        ("peak_process_memory_used", ctypes.c_size_t),
        ("peak_job_memory_used", ctypes.c_size_t),
    )


if sys.platform == "win32":
    _job: int | None = None

    def _kernel() -> ctypes.WinDLL:
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.CreateJobObjectW.restype = ctypes.c_void_p
        kernel.CreateJobObjectW.argtypes = (ctypes.c_void_p, ctypes.c_wchar_p)
        kernel.OpenProcess.restype = ctypes.c_void_p
        kernel.OpenProcess.argtypes = (ctypes.c_uint32, ctypes.c_int, ctypes.c_uint32)
        kernel.SetInformationJobObject.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_uint32)
        kernel.AssignProcessToJobObject.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
        kernel.CloseHandle.argtypes = (ctypes.c_void_p,)
        return kernel

    def _the_job(kernel: ctypes.WinDLL) -> int | None:
        global _job
        if _job is None:
            handle = kernel.CreateJobObjectW(None, None)
            limits = _ExtendedLimits()
            limits.basic.limit_flags = _LIMIT_KILL_ON_JOB_CLOSE
            size = ctypes.sizeof(limits)
            if handle and kernel.SetInformationJobObject(
                handle, _EXTENDED_LIMIT_INFORMATION, ctypes.byref(limits), size
            ):
                _job = handle
            elif handle:
                kernel.CloseHandle(handle)
        return _job

    def end_with_us(pid: int) -> bool:
        """Puts a child into the job; False where Windows refuses (the sweep at the next start remains)."""
        kernel = _kernel()
        job = _the_job(kernel)
        process = kernel.OpenProcess(_PROCESS_SET_QUOTA | _PROCESS_TERMINATE, False, pid)
        if not process:
            return False
        try:
            return job is not None and bool(kernel.AssignProcessToJobObject(job, process))
        finally:
            kernel.CloseHandle(process)

else:

    def end_with_us(pid: int) -> bool:
        """Job objects exist on Windows only: always False here."""
        return False

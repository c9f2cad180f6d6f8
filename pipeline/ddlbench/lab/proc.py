"""What Linux tells of processes and of the machine: `/proc`."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ddlbench.lab.journal import Value

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")
DELETED = " (deleted)"

TEMPORARY = ("pgsql_tmp", "#sql", "#innodb_temp")
"""How the names of temporary files begin, or those of their folders."""

NO_FILES = ("/memfd:", "/dev/", "/SYSV", "/[aio]")
"""How links begin that show memory and devices."""


def stat_fields(text: str) -> list[str]:
    """The fields of `/proc/PID/stat` after the name of the program; the name may hold blanks and brackets."""
    return text.rpartition(") ")[2].split()


def _stat(pid: int) -> list[str]:
    return stat_fields((PROC / f"{pid}/stat").read_text("ascii", "replace"))


def family(pid: int) -> list[int]:
    """A process and its children, as PostgreSQL has one for each session."""
    children: list[str] = []
    with suppress(OSError):
        for task in os.listdir(PROC / f"{pid}/task"):  # noqa: PTH208 - Path.iterdir costs ten times as much
            children += (PROC / f"{pid}/task/{task}/children").read_text("ascii").split()
    return [pid, *map(int, children)]


def server_usage(pid: int | None) -> dict[str, Value]:
    """Memory, CPU time and I/O of a server with its children; None for what cannot be read."""
    names = ("server_rss_bytes", "server_cpu_s", "server_threads", "server_read_bytes", "server_write_bytes")
    usage: dict[str, Value] = {"server_pid": pid} | dict.fromkeys(names)
    if pid is None:
        return usage
    processes = family(pid) if _has_children(pid) else [pid]
    with suppress(OSError):
        cpu_s, threads = _cpu(pid, processes)
        usage |= {"server_cpu_s": cpu_s, "server_threads": threads, "server_rss_bytes": _resident(processes)}
    with suppress(OSError):
        usage |= _input_output(processes)
    return usage


def _has_children(pid: int) -> bool:
    with suppress(OSError):
        return bool((PROC / f"{pid}/task/{pid}/children").read_text("ascii"))
    return False


def _cpu(pid: int, processes: Sequence[int]) -> tuple[float, int]:
    """CPU seconds since the start, with those of children that ended, and threads."""
    ticks = threads = 0
    for process in processes:
        with suppress(OSError):
            fields = _stat(process)
            ticks += int(fields[11]) + int(fields[12])
            threads += int(fields[17])
    fields = _stat(pid)
    return round((ticks + int(fields[13]) + int(fields[14])) / TICKS, 2), threads


def _resident(processes: Sequence[int]) -> int:
    """Resident bytes: what is private of each process, and once what they share."""
    private = shared = 0
    for process in processes:
        with suppress(OSError):
            kib = _status_kib(process)
            private += kib.get("RssAnon", 0)
            shared = max(shared, kib.get("RssFile", 0) + kib.get("RssShmem", 0))
    return (private + shared) * 1024


def _status_kib(pid: int) -> dict[str, int]:
    lines = (PROC / f"{pid}/status").read_text("ascii", "replace").splitlines()
    return {line.split(":")[0]: int(line.split()[1]) for line in lines if line.startswith("Rss")}


def _input_output(processes: Sequence[int]) -> dict[str, Value]:
    """Bytes read from and written to storage; the kernel adds those of an ended child to its parent."""
    total = {"read_bytes": 0, "write_bytes": 0}
    for number, process in enumerate(processes):
        try:
            text = (PROC / f"{process}/io").read_text("ascii")
        except OSError:
            if number == 0:
                raise
            continue
        for line in text.splitlines():
            name, _, value = line.partition(": ")
            if name in total:
                total[name] += int(value)
    return {f"server_{name}": value for name, value in total.items()}


def machine_usage() -> dict[str, Value]:
    """CPU time of all processors since the boot, memory available and load of this machine."""
    seconds = {f"machine_{name}_s": value for name, value in cpu_seconds().items()}
    return {**seconds, "machine_available_bytes": _available_bytes(), "machine_load": os.getloadavg()[0]}


def cpu_seconds() -> dict[str, float]:
    """CPU time of all processors since the boot: busy, idle, waiting for the disk, and taken by other guests."""
    ticks = [int(field) for field in (PROC / "stat").read_text("ascii").split("\n", 1)[0].split()[1:9]]
    user, nice, system, idle, iowait, irq, softirq, steal = (value / TICKS for value in ticks)
    busy = user + nice + system + irq + softirq
    found = {"busy": busy, "idle": idle, "iowait": iowait, "steal": steal}
    return {name: round(value, 2) for name, value in found.items()}


def _available_bytes() -> int | None:
    for line in (PROC / "meminfo").read_text("ascii").splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return None


def temp_files(pid: int, folders: Sequence[Path]) -> list[dict[str, Value]]:
    """Open temporary files of a server with its children: without a name, or named as such in `folders`."""
    if all(folder.name == TEMPORARY[0] and not _entries(folder) for folder in folders):
        return []  # Spares looking through all backends of PostgreSQL each time.
    prefixes = tuple(f"{folder}/" for folder in folders)
    found = []
    for process in family(pid):
        with suppress(OSError):
            found += _open_files(process, prefixes)
    return found


def _entries(folder: Path) -> list[str]:
    with suppress(OSError):
        return os.listdir(folder)  # noqa: PTH208 - Path.iterdir costs ten times as much
    return []


def _open_files(pid: int, prefixes: tuple[str, ...]) -> list[dict[str, Value]]:
    found: list[dict[str, Value]] = []
    for fd in os.listdir(f"/proc/{pid}/fd"):  # noqa: PTH208 - Path.iterdir costs ten times as much
        with suppress(OSError):
            link = os.readlink(f"/proc/{pid}/fd/{fd}")  # noqa: PTH115
            path = link.removesuffix(DELETED)
            temporary = path.startswith(prefixes) and any(f"/{name}" in path for name in TEMPORARY)
            if not (temporary or link != path) or not path.startswith("/") or path.startswith(NO_FILES):
                continue
            facts = os.stat(f"/proc/{pid}/fd/{fd}")  # noqa: PTH116
            if stat.S_ISREG(facts.st_mode):
                found.append(_file(pid, int(fd), facts, path, link != path))
    return found


def _file(pid: int, fd: int, facts: os.stat_result, path: str, deleted: bool) -> dict[str, Value]:
    return {
        "pid": pid,
        "fd": fd,
        "inode": facts.st_ino,
        "size_bytes": facts.st_size,
        "allocated_bytes": facts.st_blocks * 512,
        "path": path,
        "deleted": deleted,
    }

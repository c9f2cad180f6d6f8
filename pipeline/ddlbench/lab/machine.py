"""Facts about this machine, as `machines/<machine>.toml` states them; never its name or address."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from pathlib import Path
from typing import Any

from ddlbench.lab.proc import cpu_seconds
from ddlbench.lab.toml import to_toml, written
from ddlbench.models import Machine
from ddlbench.toml_files import read_toml

SAME = ("cpu", "cores", "storage", "virtualisation")
"""Facts in which two machines of one name must agree; a kernel may be newer."""


def machine_facts(folder: Path) -> Machine:
    """What this machine is; `folder` lies on the storage that counts."""
    virtualisation = _virtualisation()
    cores = len(os.sched_getaffinity(0))
    memory = round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1)
    values: dict[str, Any] = {"cpu": _cpu(), "cores": cores, "memory_gib": memory, "storage": _storage(folder)}
    values |= {"virtualisation": virtualisation, "kernel": _kernel(), "shared": virtualisation is not None}
    return Machine.model_validate(values | _texts(cores, round(memory), virtualisation is not None))


def _texts(cores: int, memory: int, shared: bool) -> dict[str, Any]:
    if not shared:
        return {"title": written("machine", cores=cores, memory=memory)}
    title = written("shared_machine", cores=cores, memory=memory)
    return {"title": title, "note": written("shared_machine_note", cores=cores)}


def machine_name(machine: Machine) -> str:
    """A name made of the facts, such as `vm-2c-24g`."""
    return f"{'vm' if machine.virtualisation else 'host'}-{machine.cores}c-{round(machine.memory_gib)}g"


def known_machine(data: Path, machine: Machine) -> tuple[str, bool]:
    """The name under which `data/machines` has this machine, or will have it; and whether it does."""
    base = machine_name(machine)
    for number in range(1, 100):
        name = base if number == 1 else f"{base}-{number}"
        path = data / "machines" / f"{name}.toml"
        if not path.exists():
            return name, False
        known = read_toml(Machine, path, f"machines/{path.name}")
        if all(getattr(known, fact) == getattr(machine, fact) for fact in SAME):
            return name, True
    raise ValueError(f"a hundred machines are named like {base}")


def machine_toml(machine: Machine) -> str:
    """The text of a machine's file."""
    return to_toml(machine.model_dump(by_alias=True, exclude_none=True))


def load_from_outside() -> dict[str, float]:
    """Load average of the last minute, and the share of CPU time stolen since the start, in percent."""
    seconds = cpu_seconds()
    return {"loadavg_1m": os.getloadavg()[0], "steal_pct": round(100 * seconds["steal"] / sum(seconds.values()), 2)}


def _cpu() -> str:
    text = Path("/proc/cpuinfo").read_text("utf-8")
    found = re.search(r"^(?:model name|Model)\s*:\s*(.+)$", text, re.MULTILINE)
    return " ".join(found[1].split()) if found else platform.machine()


def _kernel() -> str:
    found = re.match(r"[\d.]+\d", platform.release())
    return f"Linux {found[0] if found else platform.release()}"


def _virtualisation() -> str | None:
    """Kind of virtual machine; None on bare metal. A container alone is none."""
    try:
        done = subprocess.run(["systemd-detect-virt", "--vm"], capture_output=True, text=True, check=False)
        if done.stdout.strip() not in {"", "none"}:
            return done.stdout.strip()
    except FileNotFoundError:
        pass
    hypervisor = Path("/sys/hypervisor/type")
    if hypervisor.exists():
        return hypervisor.read_text("utf-8").strip()
    flags = re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
    return "unknown hypervisor" if flags and "hypervisor" in flags[1].split() else None


def _storage(folder: Path) -> str:
    """Kind of the disk that holds a folder, as far as the kernel tells."""
    number = folder.stat().st_dev
    block = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}")
    if not block.exists():
        return "memory (tmpfs)" if os.major(number) == 0 else "unknown"
    device = block.resolve()
    device = device if (device / "queue").is_dir() else device.parent
    if device.name.startswith(("vd", "xvd")):
        return "virtual disk"
    if device.name.startswith("nvme"):
        return "NVMe SSD"
    rotational = device / "queue" / "rotational"
    return "hard disk" if rotational.exists() and rotational.read_text("utf-8").strip() == "1" else "SSD"

"""Private roots: other versions of an engine, unpacked from another Debian suite below the cache folder.

The packages come from the mirror that the machine's own apt uses, verified by the same keys, with an apt state of
their own; nothing is installed on the machine. Only root can start a program in such a root (`chroot`).
"""

from __future__ import annotations

import fcntl
import os
import pwd
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ddlbench.errors import did_you_mean
from ddlbench.lab.launch import PATH, find_program, run
from ddlbench.lab.runtime import cache_folder
from ddlbench.lab.server import LabError
from ddlbench.models import Engine, PackagedVersion

Tell = Callable[[str], None]

PACKAGES = "ddlbench-packages.txt"
"""File of a root that lists the packages in it with their versions."""

MERGED = ("bin", "lib", "lib64", "sbin")
APT_CONF = """\
Dir::State "{folder}/state";
Dir::State::status "{folder}/state/status";
Dir::Cache "{folder}/cache";
Dir::Etc::sourcelist "{folder}/sources.list";
Dir::Etc::sourceparts "{folder}/none";
Dir::Etc::preferences "{folder}/none";
Dir::Etc::preferencesparts "{folder}/none";
APT::Install-Recommends "false";
APT::Default-Release "";
Acquire::Languages "none";
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear DPkg::Post-Invoke;
"""


@dataclass(frozen=True)
class Mirror:
    """Where the machine's Debian packages come from, and the keyring that verifies them, if one is named."""

    address: str
    keyring: str | None

    def source(self, suite: str) -> str:
        """A line of `sources.list`."""
        signed = f" signed-by={self.keyring}" if self.keyring else ""
        return f"deb [target=Packages{signed}] {self.address} {suite} main\n"


def root_folder(engine: str, version: str) -> Path:
    """Where the root of a version is, or will be."""
    return cache_folder() / "roots" / f"{engine}@{version}"


def installed_root(engine: str, version: str) -> Path:
    """The root of a version; `LabError` where it was not added."""
    folder = root_folder(engine, version)
    if not folder.is_dir():
        name = f"{engine}@{version}"
        raise LabError(name, "is not here", f"add it: ddlbench lab engine add {name}")
    return folder


def packaged_version(engines: dict[str, Engine], spec: str) -> tuple[str, str, PackagedVersion]:
    """Engine, version, and where its packages are, of ENGINE@VERSION."""
    engine, _, version = spec.partition("@")
    known = {
        f"{name}@{each}": packaged
        for name, model in engines.items()
        if model.lab
        for each, packaged in model.lab.versions.items()
    }
    if spec not in known:
        raise LabError(spec, "is no version that a Debian suite is known to have", did_you_mean(spec, known))
    return engine, version, known[spec]


def add_root(engine: str, version: str, packaged: PackagedVersion, tell: Tell) -> Path:
    """Unpack a version with everything it depends on; the folder appears only when it is complete."""
    if os.geteuid() != 0:
        raise LabError(f"{engine}@{version}", "can only be added and started by root", "use sudo, or a `--target`")
    final = root_folder(engine, version)
    if final.is_dir():
        return final
    final.parent.mkdir(parents=True, exist_ok=True)
    final.parent.chmod(0o700)  # Old programs with the setuid bit are for nobody else.
    with _one_at_a_time(f"{engine}@{version}"):
        partial = final.with_name(f".{final.name}")
        shutil.rmtree(partial, ignore_errors=True)
        try:
            tell(f"asking {packaged.suite} for {' '.join(packaged.packages)}")
            archives = _download(machine_mirror(), packaged, tell)
            tell(f"unpacking {len(archives)} packages")
            _unpack(archives, partial)
            partial.rename(final)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
            shutil.rmtree(_apt_folder(packaged.suite) / "cache", ignore_errors=True)
    return final


@contextmanager
def _one_at_a_time(what: str) -> Iterator[None]:
    """Hold the lock of the apt folders; it goes with the process."""
    folder = cache_folder() / "apt"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise LabError(what, "cannot be added while another version is being added", "try again later") from error
        yield


def machine_mirror() -> Mirror:
    """The mirror of Debian's packages in this machine's apt sources."""
    find_program("apt-get", "other versions come from Debian's packages; use a Debian machine, or a `--target`")
    form = "$(ORIGIN)|$(LABEL)|$(REPO_URI)|$(SOURCESENTRY)"
    for line in run(["apt-get", "indextargets", "--format", form, "Created-By: Packages"], "apt-get").splitlines():
        origin, label, address, entry = line.split("|", 3)
        if origin == label == "Debian":
            return Mirror(address, _keyring(entry))
    raise LabError("apt", "has no source of Debian's packages", "run `apt-get update` once, on a Debian machine")


def _keyring(entry: str) -> str | None:
    """The keyring that an apt source names; `entry` is its file, and its line or the number of its stanza."""
    file, _, number = entry.rpartition(":")
    text = Path(file).read_text("utf-8")
    parts = re.split(r"\n\s*\n", text.strip()) if file.endswith(".sources") else text.splitlines()
    found = re.search(r"(?:^Signed-By:\s*|\bsigned-by=)(/[^\s\],]+)", parts[int(number) - 1], re.I | re.M)
    return found[1] if found else None


def _apt_folder(suite: str) -> Path:
    return cache_folder() / "apt" / suite


def _download(mirror: Mirror, packaged: PackagedVersion, tell: Tell) -> list[Path]:
    """Fetch packages of a suite and their dependencies, as apt verifies them; the archives."""
    folder = _apt_folder(packaged.suite)
    for part in ("state/lists/partial", "cache/archives/partial", "none"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    (folder / "state" / "status").write_text("", "utf-8")
    (folder / "sources.list").write_text(mirror.source(packaged.suite), "utf-8")
    conf = folder / "apt.conf"
    conf.write_text(APT_CONF.format(folder=folder), "utf-8")
    apt_get = ["apt-get", "--quiet", "--quiet", "--yes", "--config-file", str(conf)]
    hint = "see whether the mirror still has this suite, and whether the network is there"
    run([*apt_get, "--error-on=any", "update"], f"apt-get update of {packaged.suite}", hint, **_proxies())
    tell("downloading")
    # The essential packages are what programs may expect to be there: a shell, and the tools of its scripts.
    names = [*packaged.packages, "?essential"]
    run([*apt_get, "--download-only", "install", *names], f"apt-get install from {packaged.suite}", hint, **_proxies())
    return sorted((folder / "cache" / "archives").glob("*.deb"))


def _proxies() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}


def _unpack(archives: list[Path], root: Path) -> None:
    """Make a root of package archives, with the merged folders that every suite since Debian 9 can live with."""
    root.mkdir(mode=0o755)
    for name in MERGED:
        (root / "usr" / name).mkdir(parents=True)
        (root / name).symlink_to(f"usr/{name}")
    for archive in archives:
        _extract(archive, root)
    for folder in ("dev", "proc", "tmp", "run"):
        (root / folder).mkdir(exist_ok=True)
    names = ("root", "nobody")
    users = [entry for entry in pwd.getpwall() if entry.pw_name in names]
    (root / "etc/passwd").write_text("".join(f"{u.pw_name}:x:{u.pw_uid}:{u.pw_gid}::/:/bin/sh\n" for u in users))
    (root / "etc/group").write_text("".join(f"{u.pw_name}:x:{u.pw_gid}:\n" for u in users))
    # Up to version 14 PostgreSQL gathers its statistics by way of `localhost`; without it each look at them takes 10 s.
    (root / "etc/hosts").write_text("127.0.0.1 localhost\n::1 localhost\n", "utf-8")
    versions = (run(["dpkg-deb", "--show", str(archive)], "dpkg-deb") for archive in archives)
    (root / PACKAGES).write_text("".join(versions), "utf-8")


def _extract(archive: Path, root: Path) -> None:
    """Unpack one archive; a link to a folder stays where the archive has a folder."""
    with subprocess.Popen(
        ["dpkg-deb", "--fsys-tarfile", archive], stdout=subprocess.PIPE, env={"PATH": PATH}
    ) as content:
        tar = ["tar", "--extract", "--keep-directory-symlink", "--directory", str(root)]
        done = subprocess.run(tar, stdin=content.stdout, stderr=subprocess.PIPE, encoding="utf-8", check=False)
    if done.returncode or content.returncode:
        raise LabError(archive.name, f"cannot be unpacked: {done.stderr.strip()}", "see whether the disk is full")

"""Command lines that start programs as an unprivileged user, where asked inside a private root."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from ddlbench.lab.server import LabError

# What becomes the server first notes which process it is; a start time survives `exec`, so there is no gap.
NOTE_PROCESS = 'read -r stat <"/proc/$$/stat" && echo "$stat" >"$0" && exec "$@"'

# The mounts live in a namespace of their own and end with its last process: nothing needs to be unmounted.
ENTER_ROOT = """
set -e
root=$0 user=$1
shift
mount --rbind /dev "$root/dev"
mount --rbind /proc "$root/proc"
while [ "$1" != -- ]; do
    mkdir -p "$root$1"
    mount --rbind "$1" "$root$1"
    shift
done
shift
exec chroot --userspec="$user" "$root" "$@"
"""

MAKE_SMALL = """
set -e
folder=$0 options=$1
shift
mount -t tmpfs -o "$options" tmpfs "$folder"
exec "$@"
"""

PATH = os.pathsep.join(["/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/local/bin", "/usr/bin", "/bin"])


def find_program(name: str, hint: str) -> str:
    """The path of a program, also of one in sbin; `LabError` with a hint where it is missing."""
    found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", os.defpath), PATH]))
    if found is None:
        raise LabError(name, "is not installed", hint)
    return found


def as_user(command: Sequence[str], user: tuple[int, int], root: Path | None, folders: Sequence[Path]) -> list[str]:
    """The command, run as a user; in a private root it sees these folders at the paths they have outside."""
    uid, gid = user
    if root is not None:
        if os.geteuid() != 0:
            raise LabError(
                str(root), "can only be used by root", "run the lab as root, or use the machine's own server"
            )
        enter = ["unshare", "--mount", "--propagation", "private", "--", "sh", "-c", ENTER_ROOT]
        return [*enter, str(root), f"{uid}:{gid}", *map(str, folders), "--", *command]
    if os.geteuid() == 0:
        return ["setpriv", f"--reuid={uid}", f"--regid={gid}", "--clear-groups", "--", *command]
    return list(command)


def small_folder(folder: Path, user: tuple[int, int], size_mib: int) -> list[str]:
    """The beginning of a command line: what follows sees a file system of this size in the folder's place."""
    if os.geteuid() != 0:
        raise LabError(str(folder), "can only be made small by root", "run the lab as root, or leave this scenario out")
    options = f"size={size_mib}m,uid={user[0]},gid={user[1]},mode=700"
    enter = ["unshare", "--mount", "--propagation", "private", "--", "sh", "-c", MAKE_SMALL]
    return [*enter, str(folder), options]


def run(command: Sequence[str], what: str, hint: str = "", **environment: str) -> str:
    """What a program prints; `LabError` with its last words where it fails."""
    done = subprocess.run(
        command,
        env={"PATH": PATH, "LC_ALL": "C", **environment},
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        words = " · ".join(done.stdout.strip().splitlines()[-12:])
        raise LabError(what, f"failed with status {done.returncode}: {words}", hint)
    return done.stdout

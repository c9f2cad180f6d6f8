"""Pages in a real browser, watched for everything that must not happen."""

from __future__ import annotations

import itertools
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request, Response
from sitebuild import ROOT

BROWSERS = ("chromium", "google-chrome", "google-chrome-stable")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run")

WIDTHS = (390, 820, 1440)
NARROWEST = 320
HEIGHT = 900
SEED = 20261120

TELL_VIOLATIONS = """addEventListener("securitypolicyviolation", event =>
    console.error(`policy: ${event.violatedDirective} blocks ${event.blockedURI}`));"""

# Elements that stick out are the cause, so they are named.
STICKS_OUT = """() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width && document.body.scrollWidth <= width) return [];
    const out = [...document.body.querySelectorAll("*")].filter(each => each.getBoundingClientRect().right > width + 1);
    const starts = out.slice(0, 5).map(each => each.outerHTML.slice(0, 120));
    return [`${document.documentElement.scrollWidth} px of ${width}`, ...starts];
}"""

AXE = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
RUN_AXE = "() => axe.run(document, {resultTypes: ['violations']})"


@dataclass(frozen=True)
class Mode:
    """How a page is looked at."""

    width: int = 1440
    scheme: Literal["light", "dark"] = "light"
    scripts: bool = True

    def __str__(self) -> str:
        return f"{self.width}-{self.scheme}-{'scripts' if self.scripts else 'plain'}"


DESKTOP = Mode()


def modes(*widths: int) -> list[Mode]:
    """All ways to look at a page."""
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    return [Mode(*each) for each in itertools.product(widths, schemes, (True, False))]


def rotation(count: int) -> list[Mode]:
    """A mode for each of a number of pages: every mode as often as the others, in an order that stays."""
    every = modes(*WIDTHS)
    random.Random(SEED).shuffle(every)
    return [every[index % len(every)] for index in range(count)]


@dataclass
class Watch:
    """Notes what must not happen while a page is open."""

    address: str
    missing: str | None = None
    problems: list[str] = field(default_factory=list)

    def attach(self, page: Page) -> None:
        """Begin to watch a page."""
        page.on("console", self.console)
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("request", self.request)
        page.on("requestfailed", self.failed)
        page.on("response", self.response)

    def console(self, message: ConsoleMessage) -> None:
        """Note errors and warnings (those of Vega-Lite name real faults), but not that a page is missing on purpose."""
        if message.type in ("error", "warning") and message.location["url"] != self.missing:
            self.problems.append(f"console {message.type}: {message.text}")

    def request(self, request: Request) -> None:
        """Note what would come from anywhere but the site."""
        if not request.url.startswith((self.address, "data:")):
            self.problems.append(f"request: {request.url}")

    def failed(self, request: Request) -> None:
        """Note what could not be loaded; leaving a page ends what it still loads."""
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(f"failed: {request.url}: {request.failure}")

    def response(self, response: Response) -> None:
        """Note files that are not there."""
        if response.status not in ((404,) if response.url == self.missing else (200, 304)):
            self.problems.append(f"status {response.status}: {response.url}")


class Visits:
    """Opens pages of the site, each mode in a context of its own."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.contexts: dict[Mode, BrowserContext] = {}

    def context(self, mode: Mode) -> BrowserContext:
        """The context of a mode."""
        if mode not in self.contexts:
            context = self.browser.new_context(
                viewport={"width": mode.width, "height": HEIGHT},
                color_scheme=mode.scheme,
                java_script_enabled=mode.scripts,
                reduced_motion="reduce",
            )
            context.set_default_timeout(10_000)
            context.add_init_script(TELL_VIOLATIONS)
            self.contexts[mode] = context
        return self.contexts[mode]

    @contextmanager
    def page(self, path: str, mode: Mode = DESKTOP, missing: bool = False) -> Iterator[Page]:
        """An open page; when the block ends, nothing forbidden may have happened."""
        watch = Watch(self.address, self.address + path if missing else None)
        page = self.context(mode).new_page()
        watch.attach(page)
        try:
            page.goto(self.address + path)
            yield page
        finally:
            page.close()
        assert watch.problems == [], "\n".join(watch.problems)

    @contextmanager
    def silenced(self, path: str, mode: Mode) -> Iterator[Page]:
        """A page as it is without scripts, in which the debugger's scripts run all the same."""
        page = self.context(replace(mode, scripts=True)).new_page()
        try:
            page.route("**/*.js", lambda route: route.abort())
            page.goto(self.address + path)
            yield page
        finally:
            page.close()

    def close(self) -> None:
        """Close all pages."""
        for context in self.contexts.values():
            context.close()


def launch(play: Playwright) -> Browser:
    """The machine's browser with a fresh profile."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path is not None, "no Chromium or Chrome; `make test` installs one"
    return play.chromium.launch(executable_path=path, args=list(FLAGS))


def accessibility_problems(page: Page) -> list[str]:
    """What axe-core objects to; evaluated by the debugger, so the page's own policy is not in the way."""
    page.evaluate(AXE)
    result: dict[str, Any] = page.evaluate(RUN_AXE)
    assert result["testEngine"]["name"] == "axe-core"
    return [
        f"{violation['id']}: {node['target']}: {node['failureSummary']}"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]

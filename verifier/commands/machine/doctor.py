"""What ``verifier doctor`` does: says what is there, what is missing, and what each missing part would give."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Final

from rich.table import Table
from rich.text import Text

from verifier.commands.machine.examined import Found, caches, extras, fetched, lean, machine, main_job
from verifier.commands.machine.reachable import network
from verifier.report.exit_codes import INFRASTRUCTURE, OK, output
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe
from verifier.version import VERSION

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

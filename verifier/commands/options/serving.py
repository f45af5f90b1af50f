"""What ``verifier serve``, ``verifier mcp`` and ``verifier rewards audit`` are asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from verifier.commands.options.shared import Calibration, Json, Lean, Prm
from verifier.commands.options.translate import LiveOptions
from verifier.commands.options.translations import FormalOptions
from verifier.rewards.rule import How


@dataclass(frozen=True, kw_only=True)
class ServeOptions(FormalOptions, LiveOptions):
    """What is asked of the service."""

    host: Annotated[str, typer.Option(help="Address to listen on; a public address requires --keys.")] = "127.0.0.1"
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0: any free port.")] = 8000
    workers: Annotated[int, typer.Option(min=0, help="Worker processes; 0: one per processor.")] = 0
    waiting: Annotated[int, typer.Option(min=1, help="Queue length; further items get status 429.")] = 256
    item_seconds: Annotated[float, typer.Option(min=0.1, help="Time limit per item, in seconds.")] = 60.0
    lean: Lean = "auto"
    prm: Prm = "none"
    calibration: Calibration = None
    keys: Annotated[Path | None, typer.Option(help="File with one API key per line (or VERIFIER_API_KEYS).")] = None
    body: Annotated[int, typer.Option(min=1, help="Size limit of a request, in bytes.")] = 8 << 20
    items: Annotated[int, typer.Option(min=1, help="Largest number of chains per batch.")] = 1000
    rate: Annotated[str, typer.Option(help="Rate limit per caller, such as 600/minute.")] = "6000/minute"
    page: Annotated[bool, typer.Option("--page", help="Also serve a page for a browser.")] = False
    grace: Annotated[int, typer.Option(min=0, help="Graceful shutdown timeout, in seconds.")] = 30


@dataclass(frozen=True, kw_only=True)
class McpOptions:
    """What is asked of the tools for a model that reasons."""

    lean: Lean = "off"
    workers: Annotated[int, typer.Option(min=1, help="Largest number of worker processes.")] = 2
    call_seconds: Annotated[float, typer.Option(min=0.1, help="Time limit per call, in seconds.")] = 30.0


@dataclass(frozen=True, kw_only=True)
class RewardAuditOptions:
    """What is asked of a reward's audit: the options of the reward that differ from its defaults."""

    how: Annotated[How, typer.Option(help="How steps are rewarded.")] = "errors"
    marked: Annotated[bool, typer.Option("--marked", help="Count only marked answers.")] = False
    count_wrong: Annotated[
        tuple[str, ...],
        typer.Option(help="Reason of an abstention that counts as a wrong answer; repeatable."),
    ] = ()
    url: Annotated[str | None, typer.Option(help="Address of a service that judges (default: this machine).")] = None
    workers: Annotated[int, typer.Option(min=1, help="Worker processes.")] = 2
    lean: Lean = "off"
    prm: Prm = "none"
    as_json: Json = False

"""What ``verifier serve`` and ``verifier mcp`` are asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from verifier.commands.options.shared import Calibration, Lean, Prm
from verifier.commands.options.translate import LiveOptions
from verifier.commands.options.translations import FormalOptions


@dataclass(frozen=True, kw_only=True)
class ServeOptions(FormalOptions, LiveOptions):
    """What is asked of the service."""

    host: Annotated[str, typer.Option(help="The address; one that others can reach needs API keys.")] = "127.0.0.1"
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 8000
    workers: Annotated[int, typer.Option(min=0, help="Processes that judge; 0: as many as processors.")] = 0
    waiting: Annotated[int, typer.Option(min=1, help="Most items that may wait; more are refused with 429.")] = 256
    item_seconds: Annotated[float, typer.Option(min=0.1, help="Longest time for an item.")] = 60.0
    lean: Lean = "auto"
    prm: Prm = "none"
    calibration: Calibration = None
    keys: Annotated[Path | None, typer.Option(help="API keys, one a line; also VERIFIER_API_KEYS.")] = None
    body: Annotated[int, typer.Option(min=1, help="Most bytes of a request.")] = 8 << 20
    items: Annotated[int, typer.Option(min=1, help="Most chains of a batch.")] = 1000
    rate: Annotated[str, typer.Option(help="Most items of a caller, such as 600/minute.")] = "6000/minute"
    page: Annotated[bool, typer.Option("--page", help="Serve a page to paste solutions into, for a browser.")] = False
    grace: Annotated[int, typer.Option(min=0, help="Seconds for what is under way when it ends.")] = 30


@dataclass(frozen=True, kw_only=True)
class McpOptions:
    """What is asked of the tools for a model that reasons."""

    lean: Lean = "off"
    workers: Annotated[int, typer.Option(min=1, help="Most processes that decide; started as they are needed.")] = 2
    call_seconds: Annotated[float, typer.Option(min=0.1, help="Longest time for a call.")] = 30.0

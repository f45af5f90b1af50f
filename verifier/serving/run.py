"""What ``verifier serve`` does: the service on an address, until it is told to end."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from verifier.asking.model import ModelUnavailable
from verifier.estimators.model import PrmUnavailable
from verifier.judging.estimates.calibrated import calibration_file
from verifier.judging.translations.files import read_translations
from verifier.serving.request_queue import Work

if TYPE_CHECKING:
    from verifier.serving.paste import Pages

OK, BAD_INPUT, INFRASTRUCTURE = 0, 2, 3
KEYS: Final = "VERIFIER_API_KEYS"
PAGE_ALONE: Final = (
    "--page is for this machine alone, and shows the exact reading: expected a --host such as 127.0.0.1, no API keys, "
    "and no translations"
)
NEEDED: Final = "the service needs fastapi, uvicorn and others: pip install 'step-verifier[serve]'"


@dataclass(frozen=True, slots=True)
class Service:
    """What is served, and where. ``keys``: a file of API keys, one a line; the environment's VERIFIER_API_KEYS holds
    some too, with commas between them. ``grace``: seconds that requests have to end in when the service ends. ``pages``
    makes the page to paste into."""

    host: str = "127.0.0.1"
    port: int = 8000
    work: Work = field(default_factory=Work)
    keys: Path | None = None
    body: int = 8 << 20
    items: int = 1000
    rate: str = "6000/minute"
    grace: int = 30
    pages: Pages | None = None


def run(service: Service) -> int:
    """Serve until SIGINT or SIGTERM, and return the exit status: 0, or 2, 3 where it cannot begin.

    What is under way is finished first, for as long as ``grace``; after SIGTERM the process then ends by that signal.
    """
    try:
        import uvicorn

        from verifier.serving.access import is_loopback
        from verifier.serving.app import Limits, application
    except ImportError as error:
        return _complain(f"{NEEDED} ({error})", INFRASTRUCTURE)
    try:
        work = service.work
        if work.calibration is not None:
            work = replace(work, calibration=calibration_file(work.prm, work.calibration))
        keys = _keys(service.keys)
        if not keys and not is_loopback(service.host):
            return _complain(f"expected API keys (--keys, {KEYS}) where others can reach it: {service.host}", BAD_INPUT)
        if service.pages is not None and (keys or not is_loopback(service.host) or not work.translations.nobody):
            return _complain(PAGE_ALONE, BAD_INPUT)
        if wrong := _refused(work):
            return _complain(wrong, BAD_INPUT)
        app = application(work, Limits(service.body, service.items, service.rate, service.host, keys), service.pages)
        family = socket.AF_INET6 if ":" in service.host else socket.AF_INET
        listening = socket.create_server((service.host, service.port), family=family)
    except (PrmUnavailable, ModelUnavailable) as error:
        return _complain(str(error), BAD_INPUT)
    except (OSError, ValueError) as error:
        return _complain(f"{service.host}:{service.port}: {error}", BAD_INPUT)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=service.grace, lifespan="on"
    )
    host = f"[{service.host}]" if ":" in service.host else service.host
    said = "open it in a browser" if service.pages is not None else "/docs says how"
    print(f"verifier: serving on http://{host}:{listening.getsockname()[1]} ({said})", flush=True)
    with listening, suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])
    return OK


def _refused(work: Work) -> str:
    """What cannot be had with translations, and what is wrong with files of them; nothing where all is well."""
    asked = work.translations
    if asked.nobody:
        return ""
    if work.lean == "require":
        return "--lean require is not available with --formal, --given and --translator"
    return "; ".join(
        read_translations(*([Path(str(one)) for one in side] for side in (asked.readings, asked.given)))[1][:3]
    )


def _complain(message: str, status: int) -> int:
    print(f"verifier: {message}", file=sys.stderr)
    return status


def _keys(file: Path | None) -> tuple[str, ...]:
    """The API keys. Raises: OSError, ValueError on a file without any, which must not leave the door open."""
    found = [key.strip() for key in os.environ.get(KEYS, "").split(",")]
    if file is not None:
        held = [line.strip() for line in file.read_text("utf-8").splitlines()]
        if not any(held):
            raise ValueError(f"{file}: expected API keys, one a line, got none")
        found += held
    return tuple(key for key in found if key)

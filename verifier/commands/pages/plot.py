"""What ``verifier plot`` does: the figures of a file to pictures."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

from verifier.intake.bad import MAX_LINE
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, complain, output, unwritable
from verifier.report.plots import SUFFIXES, draw, pictures_of
from verifier.report.terminal_text import safe


def run(file: Path, out: Path) -> int:
    """Draw what ``file`` holds into ``out``, and return the exit status: 3 without matplotlib."""
    with output(out):
        if out.suffix not in SUFFIXES:
            complain(f"{out}: expected a name that ends in {', '.join(SUFFIXES)}")
            return BAD_INPUT
        if importlib.util.find_spec("matplotlib") is None:
            complain("expected matplotlib: pip install 'step-verifier[plots]'")
            return INFRASTRUCTURE
        try:
            pictures = list(pictures_of(_values(file)))
        except (OSError, ValueError, RecursionError) as error:
            complain(f"{file}: {error.strerror if isinstance(error, OSError) else error}")
            return BAD_INPUT
        except (KeyError, TypeError, AttributeError, OverflowError) as error:  # a figure that is not where it should be
            complain(f"{file}: expected figures as 'verifier eval --json' prints them ({error!r:.80})")
            return BAD_INPUT
        try:
            draw(pictures, out)
        except OSError as error:
            return unwritable(out, error)
        print(f"{out}: {', '.join(dict.fromkeys(safe(one.title) for one in pictures))}")
    return OK


def _values(file: Path) -> list[Any]:
    """Return the JSON values of a file: one document, or one a line. Raises: OSError, ValueError."""
    if file.stat().st_size > 16 * MAX_LINE:
        raise ValueError("expected figures or records, got more than 1 GiB")
    text = file.read_text(encoding="utf-8")
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        values = []
        for number, line in enumerate(text.splitlines(), 1):
            try:
                values += [json.loads(line)] if line.strip() else []
            except json.JSONDecodeError as error:
                raise ValueError(f"line {number}: expected JSON ({error.msg})") from error
        return values

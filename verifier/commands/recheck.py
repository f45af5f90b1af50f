"""Records checked again: in a process that loads no reader, prover or model, unless the texts are read again."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from verifier.intake.bad import Bad
from verifier.intake.chains import records
from verifier.intake.files.values import Value
from verifier.kernel.verdict import Certificate
from verifier.records.recheck import Checkers, Finding, certificates_hold, recheck_one
from verifier.report.exit_codes import (
    BAD_INPUT,
    INFRASTRUCTURE,
    OK,
    WRONG,
    complain,
    infrastructure,
    output,
    unwritable,
)
from verifier.report.terminal_text import safe
from verifier.streams import standard_input

BUNDLE: Final = "verifier.engines.lean.bundle"
"""What writes Lean projects, loaded where one is wanted."""

PARTS: Final = {"verifier.readers.": "readers", "verifier.engines.formulas.search": "the prover", "torch": "models"}
"""What admission does not need, by the modules that show that it is loaded."""

NOT_READ: Final = (
    "; what the texts say, and that what is open has no proof, is the records' own word: --read-again checks both"
)


def recheck(files: Sequence[str], folder: Path | None = None, *, read_again: bool = False) -> int:
    """Check the records of files again, print what is wrong and what was loaded, and return the exit status.

    ``read_again``: read and judge the texts again too.

    Raises: SystemExit on an interrupt.
    """
    worst, certificates = OK, list[Certificate]()
    with output(), infrastructure() as broken:
        with Checkers(read_again=read_again) as checkers:
            for item in _records(files):
                findings = [] if isinstance(item, Bad) else list(recheck_one(item.data, checkers, item.where))
                if isinstance(item, Bad):
                    complain(str(item))
                worst = max(worst, BAD_INPUT if isinstance(item, Bad) else _found(findings))
                certificates += [finding.certificate for finding in findings if finding.certificate]
        worst = max(worst, bundled(folder, certificates))
        print(certificates_hold(len(certificates)) + ("" if worst is OK else "; some records do not hold"))
    if not any(broken):
        complain(loaded() + ("" if read_again else NOT_READ))
    return max(worst, *broken)


def _records(files: Sequence[str]) -> Iterator[Value | Bad]:
    """Yield the records of files; what is none is Bad, and so is a file without any: nothing is checked there."""
    for name in files:
        empty = True
        for item in records([name], standard_input()):
            empty = False
            if isinstance(item, Bad) or (isinstance(item.data, dict) and "schema" in item.data):
                yield item
            else:
                yield Bad(item.where, "expected a record: an object with \"schema\", as 'check --json' prints it")
        if empty:
            yield Bad(name, "expected records, found none: nothing is checked")


def _found(findings: list[Finding]) -> int:
    wrong = [finding for finding in findings if finding.wrong]
    for finding in wrong:
        print(safe(str(finding)))
    for finding in findings:
        if finding.remark is not None:
            complain(str(finding))
    if alarms := sum(finding.alarm for finding in findings) // 2:
        complain(f"ALARM: {alarms} claims are both proved and refuted, so a checker is broken: please report this")
    return INFRASTRUCTURE if alarms else WRONG if wrong else OK


def loaded() -> str:
    """Return how much code of this package is loaded, in words, and which parts that admission does not need."""
    named = (module for name, module in sys.modules.items() if name.startswith("verifier."))
    files = [module.__file__ for module in named if module.__file__]
    lines = sum(Path(one).read_bytes().count(b"\n") for one in files)
    parts = [part for name, part in PARTS.items() if any(one.startswith(name) for one in sys.modules)]
    told = " and ".join(parts) or "no reader, prover or model"
    return f"loaded {len(files)} modules of {lines:,} lines, {told} among them"


def bundled(folder: Path | None, certificates: list[Certificate]) -> int:
    """Write the Lean proofs among ``certificates`` into ``folder``, where one is options; return the exit status.

    Raises: LeanUnavailable.
    """
    if folder is None:
        return OK
    try:
        written = importlib.import_module(BUNDLE).write(folder, certificates)
    except OSError as error:
        return unwritable(folder, error, "a folder that can be written to")
    complain(f"{len(written)} Lean proofs are in {folder}; 'lake build' there checks them")
    return OK

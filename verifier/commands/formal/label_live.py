"""What ``verifier label --translator`` does: the chains are translated into a file beside the output, and labelled by
it, exactly as ``label --formal`` labels by a file of ``verifier translate``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from verifier.asking.choose import named
from verifier.asking.model import ModelUnavailable
from verifier.chain import Chain
from verifier.commands.formal.translate import complained
from verifier.commands.formal.translated import made, tell_what_settles
from verifier.commands.label import label
from verifier.commands.options.labelling import LabelOptions
from verifier.intake.bad import Bad, Unreadable
from verifier.intake.source import read
from verifier.labelling.outputs.files import beside
from verifier.labelling.running.batch import unoccupied
from verifier.labelling.running.plan import LabellingRun, Refused, check, taken
from verifier.labelling.translations import Translations
from verifier.language.files import read_file
from verifier.outputs import is_stream
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, complain


def label_live(plan: LabellingRun, options: LabelOptions) -> int:
    """Translate, label, and return the exit status.

    A run that goes on (``resume``) labels by the translations that it began with.

    Raises:
        SystemExit: on an interrupt.
    """
    try:
        status, formal = _translations(plan, options)
    except ModelUnavailable as error:
        return complained(error)
    except (Refused, Unreadable, ValueError) as error:
        complain(str(error))
        return BAD_INPUT
    except OSError as error:
        complain(f"{plan.out}: translations cannot be written next to it ({error.strerror or error})")
        return INFRASTRUCTURE
    if formal is None:
        return status
    tell_what_settles(options)
    return max(status, label(replace(plan, order=replace(plan.order, formal=formal))))


def _translations(plan: LabellingRun, options: LabelOptions) -> tuple[int, Translations | None]:
    _check(plan)
    out, status = beside(plan.out, "formal.jsonl"), OK
    if options.resume and out.exists():
        _same(out, options)
    else:
        found = made(_chains(plan), options, out)
        status = found.status
        if not found.formal:
            return status, None
    formal, given = ([Path(path) for path, _ in files] for files in (plan.order.formal.formal, plan.order.formal.given))
    return status, Translations.of([*formal, out], given, options.trusted, options.trust_at)


def _check(plan: LabellingRun) -> None:
    """Refuse, before anybody is asked, what would be refused after it. Raises: Refused, Unreadable."""
    order = plan.order
    asked = {"certify": order.certify, "lean require": order.lean == "require"}
    if wrong := next((name for name, value in asked.items() if value), None):
        raise Refused(f"--{wrong} is not available with --translator")
    if is_stream(plan.out) or "-" in plan.names:
        raise Refused("--translator reads IN twice and writes translations next to OUT: expected files")
    check(plan)
    unoccupied(plan)


def _same(out: Path, options: LabelOptions) -> None:
    """Refuse to go on with translations by somebody else. Raises: Refused, ModelUnavailable, OSError."""
    name = named(options.translator)
    for one in read_file(out):
        if one.chain is None or one.chain.by.name != name:
            raise Refused(f"{out} holds other translations than by {name}: expected the same, or --overwrite")
    complain(f"going on with the translations of {out}")


def _chains(plan: LabellingRun) -> Sequence[Chain]:
    """The chains of the rows that the plan takes; what is wrong with the others is said when they are labelled."""
    rows = taken(plan, lambda said: None, lambda number: True)
    read_rows = [read(row, plan.order.reading) for row in rows if not isinstance(row, tuple)]
    return [one.chain for one in read_rows if not isinstance(one, Bad)]

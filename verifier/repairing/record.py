"""A repair as JSON: the record of the chain as written, with what was mended and the record of the chain as repaired.

``verifier recheck`` admits the certificates of both again, and ``verifier report`` shows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from verifier.records.record import record
from verifier.records.repaired import KEY
from verifier.repairing.edits import Edit
from verifier.repairing.mend import Mend
from verifier.repairing.repair import Repaired


def repair_record(done: Repaired) -> dict[str, Any]:
    """Return the record of a chain with its repair, as JSON values."""
    repair = {
        "state": done.state,
        "mends": [mend_json(one) for one in done.mends],
        "carries": list(done.carries),
        "stuck": [asdict(one) for one in done.stuck],
        "answers": asdict(done.answers),
        "after": None if done.after is None else record(done.after),
    }
    return {**record(done.judged), KEY: repair}


def mend_json(found: Mend) -> dict[str, Any]:
    """Return a mend with its edits, whose places are code points of the step as it stood then."""
    return {
        "step": found.step,
        "text": found.text,
        "claim": found.claim,
        "edits": _edits(found.edits),
        "cost": asdict(found.cost),
        "equally_small": [_edits(tie) for tie in found.ties],
        "carried": found.carried,
    }


def _edits(made: Sequence[Edit]) -> list[dict[str, Any]]:
    return [asdict(edit) for edit in made]

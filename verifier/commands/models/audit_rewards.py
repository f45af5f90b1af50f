"""What ``verifier rewards audit`` does: a report card of a reward, as a table or as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Final

from verifier.commands.options.serving import RewardAuditOptions
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, WRONG, complain, ended, infrastructure
from verifier.rewards.audit import audit, table
from verifier.rewards.flow import judge_of
from verifier.rewards.service import ServiceError

PATIENT: Final = {"item_seconds": 60.0, "batch_seconds": 600.0}
"""The times of an audit, which no trainer waits for."""


def run(options: RewardAuditOptions) -> int:
    """Print the report card, and return the exit status: 1 where a policy earns or a solution fails, 3 where the
    service or a model cannot be reached. Raises: SystemExit."""
    with infrastructure() as broken:
        return ended(lambda: _run(options))
    return max(broken)


def _run(options: RewardAuditOptions) -> int:
    rule = {name: getattr(options, name) for name in ("how", "marked", "count_wrong")}
    here = {"workers": options.workers, "prm": options.prm, "lean": options.lean, **PATIENT}
    try:
        judge = judge_of(labels=None, **rule, **({"url": options.url} if options.url else here))
    except ValueError as error:
        complain(str(error))
        return BAD_INPUT
    try:
        rows = audit(judge, right=1.0 if options.how == "errors" else 0.0)
    except (ServiceError, ImportError) as error:
        complain(str(error))
        return INFRASTRUCTURE
    finally:
        judge.close()
    if options.as_json:
        print(json.dumps([{**asdict(row), "abstained": row.abstained} for row in rows]))
    else:
        print("\n".join(table(rows)))
    return OK if all(row.passed for row in rows) else WRONG

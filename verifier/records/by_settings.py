"""The judge that a worker process is told to be: by the exact reading and a model, or by translations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from verifier.chain import Chain
from verifier.estimators.choose import chosen
from verifier.estimators.model import Placement
from verifier.judging.estimates.calibrated import calibration_for
from verifier.language.read_chain import read_chain
from verifier.pipeline.by_translations import JudgeByTranslations
from verifier.pipeline.judge import Judge
from verifier.records.formal.record import formal_record
from verifier.records.record import record

Judging = Callable[[Chain, dict[str, Any]], tuple[dict[str, Any], bool]]
"""From a chain and what was asked to its record, and whether something was both proved and refuted."""


@contextmanager
def judging(wanted: dict[str, Any]) -> Iterator[Judging]:
    """Give what judges chains, by translations where ``wanted`` names some: those of files, and those that a request
    brings with it. A model's estimates are fused with what these say.

    Raises: LeanUnavailable, PrmUnavailable; ValueError where a file of translations cannot be read whole.
    """
    prm = chosen(wanted["prm"], Placement())
    by = calibration_for(prm, wanted["calibration"])
    if wanted["translations"] is not None:
        with JudgeByTranslations(**wanted["translations"], prm=prm, calibration=by) as by_translations:

            def translated(chain: Chain, asked: dict[str, Any]) -> tuple[dict[str, Any], bool]:
                judged = by_translations.judged(chain, [read_chain(one) for one in asked.get("formal", ())])
                return formal_record(judged), bool(judged.contradictions)

            yield translated
        return
    with Judge(wanted["lean"], wanted["timeout"], prm=prm, calibration=by) as judge:

        def exactly(chain: Chain, asked: dict[str, Any]) -> tuple[dict[str, Any], bool]:
            judged = judge(chain)
            return record(judged), bool(judged.contradictions)

        yield exactly

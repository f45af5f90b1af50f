"""The judge of a worker process: by the text and a model alone, or by translations too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from verifier.chain import Chain
from verifier.estimators.choose import chosen
from verifier.estimators.model import Placement
from verifier.judging.estimates.calibrated import calibration_for
from verifier.language.read_chain import read_chain
from verifier.pipeline.by_translations import Translations
from verifier.pipeline.judge import Judge
from verifier.pipeline.options import LeanMode
from verifier.pipeline.settings import TranslationSettings
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
    settings = wanted["translations"]
    translations = None if settings is None else Translations(TranslationSettings(**settings))
    lean: LeanMode = wanted["lean"] if translations is None else "off"
    with Judge(lean, wanted["timeout"], prm=prm, calibration=by) as judge:

        def judged(chain: Chain, asked: dict[str, Any]) -> tuple[dict[str, Any], bool]:
            if translations is None:
                found = judge(chain)
            else:
                more = [read_chain(one) for one in asked.get("formal", ())]
                found = judge.combined(translations.of(chain, more), translations.trust)
            return record(found), bool(found.contradictions)

        yield judged

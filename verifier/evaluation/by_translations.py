"""What translations say of labelled chains, judged now, with records kept so that a run can go on later."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from verifier.estimators.model import ProcessRewardModel
from verifier.evaluation.items import Labelled, Said
from verifier.evaluation.judged import kept
from verifier.judging.agreeing.trusting import Settling
from verifier.judging.estimates.calibrated import Calibrated
from verifier.judging.translations.intake import ByChain, Translated
from verifier.language.write_chain import as_json
from verifier.pipeline.judge import Judge
from verifier.records.codec import digest
from verifier.records.record import has_translations, line, record


def judged_by_translations(
    chains: Sequence[Labelled],
    held: ByChain,
    trust: Settling,
    keep: Path | None = None,
    tick: Callable[[], None] = lambda: None,
    *,
    prm: ProcessRewardModel | None = None,
    calibration: Calibrated | None = None,
) -> Iterator[Said]:
    """Yield what translations and the exact reading beside them say of each chain, in order, with the estimates of a
    model where there is one; with ``keep``, chains judged by an earlier run with the same translations and the same
    model are read there and new ones added.

    Raises:
        OSError: where ``keep`` cannot be read or written.
        ValueError: where it holds something else.
    """
    known = kept(keep) if keep else {}
    if not all(map(has_translations, known.values())):
        raise ValueError(f"{keep}: expected records with translations, as a run by translations keeps them")
    with Judge(lean="off", prm=prm, calibration=calibration) as judge:
        for chain in chains:
            found = _translated(chain, held)
            data = known.get(str(found.chain.id))
            if data is None or not _same(data, found, trust) or _estimator(data) != judge.estimator:
                data = record(judge.combined(found, trust))
                if keep:
                    with keep.open("a", encoding="ascii") as file:
                        file.write(line(data) + "\n")
            tick()
            yield Said.by_record(data, chain.id)


def _estimator(data: Mapping[str, Any]) -> str:
    """What estimated in a record, empty where nothing did."""
    return str(data["versions"].get("prm", ""))


def _translated(chain: Labelled, held: ByChain) -> Translated:
    """The translations of a chain: by its id, else by its text, and then it is called as they call it."""
    found = held.of(chain.chain)
    if not found.translations and (by_text := held.of(replace(chain.chain, id=None)).translations):
        return held.of(replace(chain.chain, id=by_text[0].formal.id))
    return found


def _same(data: Mapping[str, Any], found: Translated, trust: Settling) -> bool:
    """Whether a kept record is of this very chain by these very translations."""
    texts = [step.text for step in found.chain.steps]
    rows = [(digest(as_json(one.formal)), one.given) for one in found.translations]
    said = [(row["sha256"], row["given"]) for row in data["translations"]]
    return ([step["text"] for step in data["steps"]], said, data["trust"]) == (texts, rows, trust.to_json())

"""A cache of per-step scores, one JSON line a chain and system, so that a long comparison can be resumed."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from verifier.chain import Chain
from verifier.estimators.model import ProcessRewardModel
from verifier.estimators.own.steps import OwnModel
from verifier.evaluation.items import Labelled
from verifier.evaluation.judged import whole_lines
from verifier.judging.estimates.features import evidence
from verifier.labelling.run_spec import fingerprint
from verifier.pipeline.judge import Judge

EXACT = "exact"


@dataclass(frozen=True, slots=True)
class Look:
    """What is known of one chain. ``correct``, ``checked``, ``known``: for each step what exact means settle, whether
    all its claims are proved, and the evidence about it (S x ``NAMES``); ``scores``: of each model by name, S numbers;
    ``raw``: what a model of our own says of each step before its calibration; ``seconds``: what each took."""

    correct: tuple[bool | None, ...]
    checked: tuple[bool, ...]
    known: tuple[tuple[float, ...], ...]
    scores: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    raw: tuple[float, ...] = ()

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> Look:
        """Return the look that ``asdict`` gave. Raises: KeyError, TypeError."""
        return cls(
            tuple(data["correct"]),
            tuple(data["checked"]),
            tuple(map(tuple, data["known"])),
            {name: tuple(values) for name, values in data["scores"].items()},
            dict(data["seconds"]),
            tuple(data["raw"]),
        )


def looks(
    chains: Sequence[Labelled],
    judge: Judge,
    models: Sequence[ProcessRewardModel],
    keep: Path | None = None,
    tick: Callable[[], None] = lambda: None,
) -> dict[str, Look]:
    """Return what exact means and each model make of every chain, by its id.

    ``keep``: a file of an earlier run, from which what is there already is taken, and to which the rest is added; what
    other sources or other models made is made anew. Raises: OSError; as the judge and the models.
    """
    made_by = _made_by(models)
    done = dict(_kept(keep)) if keep is not None and keep.exists() else {}
    found = {}
    new = [chain for chain in chains if _key(chain, made_by) not in done]
    for chain, ahead in _asked_ahead(chains, new, models):
        key = _key(chain, made_by)
        if key not in done:
            done[key] = _look(chain.chain, judge, models, ahead)
            if keep is not None and not any(math.isnan(s) for scores in done[key].scores.values() for s in scores):
                with keep.open("a", encoding="utf-8") as stream:
                    stream.write(json.dumps({"key": key, **asdict(done[key])}) + "\n")
        found[chain.id] = done[key]
        tick()
    return found


Ahead = Mapping[str, tuple[Sequence[float], float]]
"""What models say of a chain that they were asked about with others, by their names: its scores, and seconds."""


def _asked_ahead(
    chains: Sequence[Labelled], new: Sequence[Labelled], models: Sequence[ProcessRewardModel]
) -> Iterator[tuple[Labelled, Ahead]]:
    """Yield the chains; a model that is asked over a wire is asked about several new ones at once. Raises: as they."""
    asked = [(model, size) for model in models if (size := int(getattr(model, "together", 0)))]
    place = {chain.id: at for at, chain in enumerate(new)}
    ahead: dict[str, dict[str, tuple[Sequence[float], float]]] = {}
    for chain in chains:
        for model, size in asked if chain.id in place else ():
            at = place[chain.id]
            if at % size == 0:
                start, several = perf_counter(), new[at : at + size]
                scores = model.score([one.chain for one in several])
                each = (perf_counter() - start) / len(several)
                for one, told in zip(several, scores, strict=True):
                    ahead.setdefault(one.id, {})[model.name] = told, each
        yield chain, ahead.pop(chain.id, {})


def _look(chain: Chain, judge: Judge, models: Sequence[ProcessRewardModel], ahead: Ahead) -> Look:
    start = perf_counter()
    steps = judge.exactly(chain).steps
    seconds, scores = {EXACT: perf_counter() - start}, {}
    raw: tuple[float, ...] = ()
    for model in models:
        start = perf_counter()
        if isinstance(model, OwnModel):
            raw = tuple(model.raw(chain))
            scores[model.name] = tuple(model.prefixes(raw))
        elif model.name in ahead:
            told, seconds[model.name] = ahead[model.name]
            scores[model.name] = tuple(told)
            continue
        else:
            scores[model.name] = tuple(model.score([chain])[0])
        seconds[model.name] = perf_counter() - start
    known = tuple(evidence(step) for step in steps)
    return Look(tuple(s.correct for s in steps), tuple(s.checked for s in steps), known, scores, seconds, raw)


def _kept(path: Path) -> Iterator[tuple[str, Look]]:
    """The looks of an earlier run; a last line that was cut off is taken away."""
    try:
        for line in whole_lines(path):
            data = json.loads(line)
            yield str(data["key"]), Look.of_json(data)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: expected what an earlier run kept ({error})") from error


def _made_by(models: Sequence[ProcessRewardModel]) -> list[str]:
    """Our sources, and each model by its name and the small files of its folder."""
    told = [fingerprint()]
    for model in models:
        folder = getattr(model, "folder", None)
        files = sorted(folder.glob("*.*")) if isinstance(folder, Path) else []
        told += [model.name, *(hashlib.sha256(file.read_bytes()).hexdigest() for file in files if file.is_file())]
    return told


def _key(chain: Labelled, made_by: Sequence[str]) -> str:
    told = json.dumps([chain.problem, chain.steps, made_by])
    return hashlib.sha256(told.encode()).hexdigest()

"""Labels from Python: of a row, of any iterable of rows, or of a data set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack

from verifier.chain import Chain
from verifier.intake.bad import Bad
from verifier.intake.example import Example, Row
from verifier.intake.files.rows import PlacedRow
from verifier.intake.fixes import absent, unknown
from verifier.intake.formats.registry import READERS, format_of, mapped
from verifier.intake.source import Numbered, Reading, parts, read
from verifier.labelling.cache import CacheRefused, RecordCache
from verifier.labelling.outputs.frames import is_frame, labelled, rows_of
from verifier.labelling.outputs.labels import AfterError, Meaning, Missing, Policy
from verifier.labelling.run_spec import RunSpec
from verifier.labelling.translations import Translations
from verifier.labelling.work import Work

if TYPE_CHECKING:
    from verifier.judging.agreeing.trusting import Settling
    from verifier.pipeline.options import LeanMode

COLUMNS = ("labels", "first_error", "scores", "label_error", "label_steps")
"""The columns that a label adds to a row; ``label_error`` says why a row has none, ``label_steps``
are the steps that the labels are of, as they were read."""


class Options(TypedDict, total=False):
    """How rows are labelled: as ``verifier label --help`` says. ``map``: the wanted column to the one that is there;
    ``prefix`` is put before the new columns, where a row has a column ``labels`` of its own."""

    labels: Meaning
    unknown: Missing
    after_error: AfterError
    lean: LeanMode
    certify: bool
    prm: str
    timeout: float
    calibration: str | Path | None
    readings: str | Path | Sequence[str | Path]
    given: str | Path | Sequence[str | Path]
    trust: Settling | Path | str
    trust_at: float
    format: str | None
    map: Mapping[str, str] | None
    prefix: str
    cached: bool


DEFAULTS: Final[Options] = {
    "labels": "exact",
    "unknown": "null",
    "after_error": "local",
    "lean": "auto",
    "certify": False,
    "prm": "none",
    "timeout": 60.0,
    "calibration": None,
    "readings": (),
    "given": (),
    "trust": "evidence",
    "trust_at": 0.97,
    "format": None,
    "map": None,
    "prefix": "",
    "cached": True,
}
"""How rows are labelled where nothing else is said."""


@dataclass(slots=True)
class Labeller:
    """Labels rows, one at a time, with engines that stay warm between them. ``labeller(row)`` returns the row with the
    columns of ``COLUMNS``, named ``prefix`` and the name.

    It may be copied and pickled: a copy starts engines of its own, when it is first asked. It is no context manager,
    because nobody could leave it inside ``Dataset.map``: engines end with the process, or with ``close()``.
    """

    order: RunSpec
    format: str | None = None
    prefix: str = ""
    cached: bool = True
    _work: Work | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, **how: Unpack[Options]) -> Labeller:
        """Return a labeller with these options. Raises: ValueError on a format that does not exist; OSError on files of
        translations that cannot be read."""
        if unknown := sorted(how.keys() - DEFAULTS.keys()):
            raise TypeError(f"expected options among {', '.join(DEFAULTS)}, got {', '.join(unknown)}")
        asked: Options = {**DEFAULTS, **how}
        format = asked["format"]
        if format is not None and format not in READERS:
            raise ValueError(f"expected a format among {', '.join(READERS)}, got {format!r}")
        order = RunSpec(
            "jsonl",
            Reading(format, dict(asked["map"] or {})),
            Policy(asked["labels"], asked["unknown"], asked["after_error"]),
            lean=asked["lean"],
            certify=asked["certify"],
            timeout=asked["timeout"],
            prm=asked["prm"],
            calibration=None if asked["calibration"] is None else str(asked["calibration"]),
            formal=Translations.of(
                _paths(asked["readings"]), _paths(asked["given"]), asked["trust"], asked["trust_at"]
            ),
        )
        return cls(order, format, asked["prefix"], asked["cached"])

    def __call__(self, row: Row | Chain) -> dict[str, Any]:
        """Return the row (a chain: as a row) with its labels.

        Labels stand for the steps as they are read; a step without one has null, and so has the whole row where it
        cannot be read. Raises: LeanUnavailable where Lean is required and cannot be had; PrmUnavailable.
        """
        if isinstance(row, Chain):
            row = {"id": row.id, "problem": row.problem, "steps": [step.text for step in row.steps]}
        found = self._read(row)
        if isinstance(found, Bad):
            return {**row, **self._named(None, None, None, found.message, None)}
        done, steps = self._warm().labels(found), [step.text for step in found.chain.steps]
        if done is None:
            return {**row, **self._named(None, None, None, "left out: not every step has a label", steps)}
        return {**row, **self._named(list(done.labels), done.first_error, list(done.scores), None, steps)}

    def close(self) -> None:
        """Stop what was started."""
        if self._work is not None:
            self._work.close()
            self._work = None

    def __getstate__(self) -> Any:
        return (self.order, self.format, self.prefix, self.cached)

    def __setstate__(self, state: Any) -> None:
        self.order, self.format, self.prefix, self.cached = state
        self._work = None

    def _named(self, *values: Any) -> dict[str, Any]:
        return {f"{self.prefix}{name}": value for name, value in zip(COLUMNS, values, strict=True)}

    def _read(self, row: Row) -> Example | Bad:
        seen = mapped(row, self.order.reading.renamed)
        format = READERS.get(self.format) if self.format else format_of(seen)
        if format is None:
            return Bad("the row", absent(self.order.reading.renamed, [row]) or unknown(row))
        found = parts(PlacedRow("the row", row), format, self.order.reading)
        if len(found) != 1:
            return Bad("the row", f"expected a row of one chain, got {len(found)} ({format.name})")
        one = found[0]
        return one if isinstance(one, Bad) else read(Numbered(0, "the row", format.name, one), self.order.reading)

    def _warm(self) -> Work:
        if self._work is None:
            judged_by = self.order.judged_by(self.order.prm)
            # A model's name is known only once it is loaded, so what it estimated is not looked for here.
            kept = self.cached and self.order.prm == "none"
            self._work = Work(self.order, judged_by, _cache() if kept else None)
        return self._work


def _paths(files: str | Path | Sequence[str | Path]) -> list[Path]:
    return [Path(files)] if isinstance(files, str | Path) else [Path(one) for one in files]


def _cache() -> RecordCache | None:
    try:
        return RecordCache()
    except CacheRefused:
        return None  # it saves time, and nothing else depends on it


def label(data: Any, *, processes: int | None = None, **how: Unpack[Options]) -> Any:
    """Return ``data`` with labels: of one row (a mapping) the row with the columns ``labels``, ``first_error``,
    ``scores``, ``label_error`` and ``label_steps``, the steps that they are of; of a ``datasets.Dataset`` the data set
    with them, made by so many ``processes``; of a DataFrame of pandas a DataFrame; of any other iterable an iterator.

    >>> label({"problem": "Add.", "steps": ["2 + 3 = 6"]}, lean="off")["labels"]
    [0.0]

    Labels stand for the steps as they are read, None where a step has none, because by default no step is cut off here.
    A row that cannot be read has None, and ``label_error`` says why. A ``Labeller`` keeps its engines, and its Lean,
    from one call to the next. Raises: TypeError on an option that does not exist; ValueError on a format that does not
    exist; LeanUnavailable and PrmUnavailable where these are required.
    """
    labeller = Labeller.of(**how)
    if isinstance(data, Mapping | Chain):
        return _one(labeller, data)
    if is_frame(data):
        return labelled(data, _each(labeller, rows_of(data)), [f"{labeller.prefix}{name}" for name in COLUMNS])
    if hasattr(data, "map") and hasattr(data, "features"):
        many = {"num_proc": processes} if processes and processes > 1 else {}
        try:
            return data.map(labeller, features=_features(data, labeller.prefix), **many)
        finally:
            labeller.close()
    return _each(labeller, data)


def _one(labeller: Labeller, row: Any) -> dict[str, Any]:
    try:
        return labeller(row)
    finally:
        labeller.close()


def _each(labeller: Labeller, rows: Iterable[Any]) -> Iterator[dict[str, Any]]:
    try:
        for row in rows:
            yield labeller(row)
    finally:
        labeller.close()


def _features(data: Any, prefix: str) -> Any:
    """The columns of a labelled data set: named, since the first rows may have no label to tell the type by."""
    from datasets import Features, List, Value

    number = List(Value("float64"))
    kinds = (number, Value("int64"), number, Value("string"), List(Value("string")))
    return Features({**data.features, **{f"{prefix}{name}": kind for name, kind in zip(COLUMNS, kinds, strict=True)}})

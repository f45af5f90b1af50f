"""DataFrames of pandas: rows of chains in, rows of steps and of labels out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from verifier.chain import Chain
from verifier.intake.bad import BadInput
from verifier.intake.formats.names import Read
from verifier.intake.python import chains
from verifier.judging.judgements.result import Result
from verifier.judging.judgements.unchecked import Unchecked

if TYPE_CHECKING:
    from pandas import DataFrame

COLUMNS: Final = {
    "chain": "int64",
    "id": "object",
    "step": "int64",
    "text": "object",
    "kind": "object",
    "correct": "boolean",
    "checked": "bool",
    "reason": "object",
    "score": "Float64",
}
"""The columns of a frame of steps, and their types: ``chain`` counts the results, ``step`` the steps, both from 0."""


def is_frame(data: Any) -> bool:
    """Return whether this is a DataFrame of pandas, which need not be installed."""
    return type(data).__module__.partition(".")[0] == "pandas" and hasattr(data, "columns")


def rows_of(frame: DataFrame) -> Iterator[dict[str, Any]]:
    """Yield the rows as JSON values: arrays as lists, what is missing as None."""
    names = list(map(str, frame.columns))
    for row in frame.itertuples(index=False, name=None):
        yield {name: _plain(cell) for name, cell in zip(names, row, strict=True)}


def _plain(cell: Any) -> Any:
    if hasattr(cell, "tolist"):  # of numpy
        cell = cell.tolist()
    if isinstance(cell, list | tuple):
        return [_plain(one) for one in cell]
    if isinstance(cell, dict):
        return {str(name): _plain(one) for name, one in cell.items()}
    missing = cell is None or cell != cell or type(cell).__name__ in ("NAType", "NaTType")
    return None if missing is True or type(cell).__name__ in ("NAType", "NaTType") else cell


def labelled(frame: DataFrame, rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> DataFrame:
    """Return the frame with its own index, and these columns as its rows have them: those of that name before are
    replaced, as in rows."""
    found = list(rows)
    new = columns if found else ()
    return frame.assign(**{name: _objects([row[name] for row in found], frame.index) for name in new})


def _objects(values: list[Any], index: Any) -> Any:
    from pandas import Series

    return Series(values, index=index, dtype="object")


def from_pandas(frame: DataFrame, *, format: Read | None = None, map: Mapping[str, str] | None = None) -> list[Chain]:
    """Return the chains of a DataFrame, a row each, in any format that ``verifier check`` reads.

    >>> import pandas
    >>> [chain] = from_pandas(pandas.DataFrame({"problem": ["Add."], "steps": [["2 + 3 = 5"]]}))
    >>> chain.steps[0].text
    '2 + 3 = 5'

    ``format``: the format of the rows, where it is not to be told; ``map``: the wanted column to the one that is there.
    Raises: ValueError, which names the row that holds no chain and what was expected of it.
    """
    return [chain for number, row in enumerate(rows_of(frame)) for chain in _chains(number, row, format, map)]


def _chains(number: int, row: dict[str, Any], format: Read | None, map: Mapping[str, str] | None) -> list[Chain]:
    try:
        return list(chains(row, format=format, map=map))
    except BadInput as error:
        raise ValueError(f"row {number}: {error}") from error


def to_pandas(results: Result | Unchecked | Mapping[str, Any] | Iterable[Any]) -> DataFrame:
    """Return a DataFrame with a row for every step of judged chains, or of their records, with the columns ``chain``,
    ``id``, ``step``, ``text``, ``kind``, ``correct``, ``checked``, ``reason`` and ``score``.

    >>> import verifier
    >>> to_pandas([verifier.verify("Add.", ["2 + 3 = 6"], lean="off")])["correct"].tolist()
    [False]

    Of records it says what they say: ``recheck`` says whether that holds. Raises: ImportError without pandas;
    ValueError on what is no record of a judged chain.
    """
    try:
        from pandas import DataFrame
    except ImportError as error:
        raise ImportError("frames need pandas: pip install 'step-verifier[pandas]'") from error
    many = [results] if isinstance(results, Result | Unchecked | Mapping) else results
    rows = [row for number, one in enumerate(many) for row in _steps(number, one)]
    return DataFrame(rows, columns=list(COLUMNS)).astype(COLUMNS)


def _steps(number: int, result: Any) -> Iterator[dict[str, Any]]:
    data = result.to_dict() if isinstance(result, Result | Unchecked) else result
    try:
        for step in data["steps"]:
            kept = {name: step[name] for name in ("text", "kind", "correct", "reason", "score")}
            yield {"chain": number, "id": data["id"], "step": step["index"], "checked": step["checked"], **kept}
    except (KeyError, TypeError) as error:
        raise ValueError(f"result {number}: expected a judged chain or its record") from error

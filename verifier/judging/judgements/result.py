"""What every result can do: be printed as the terminal shows it, be shown in a notebook, become JSON, and travel as its
record. What writes and shows a kind of result is named here and loaded when it is asked for."""

from __future__ import annotations

import importlib
from typing import Any, ClassVar, Self

from verifier.judging.judgements.unchecked import Unchecked, line


class Result:
    """A result of judging. Copies of one are the same object, since nothing of it changes.

    A verdict is never pickled: what comes back from a pickle is ``Unchecked``, the record, which ``recheck`` checks.
    """

    __slots__ = ()
    _record: ClassVar[str]  # the function that makes its record, as "module:function"
    _view: ClassVar[str]  # the function that prints it to a console
    _html: ClassVar[str]  # the function that makes it a piece of HTML

    def to_dict(self) -> dict[str, Any]:
        """Return the record, as JSON values, proofs included."""
        made: dict[str, Any] = _at(self._record)(self)
        return made

    def to_json(self) -> str:
        """Return the record as one line of JSON, in ASCII."""
        return line(self.to_dict())

    def __str__(self) -> str:
        """Return what the terminal shows, without colours."""
        return str(_at("verifier.report.screen:as_text")(_at(self._view), self))

    def _repr_html_(self) -> str:
        """Return what notebooks show. Raises: BadInput, on one made by hand that does not fit together."""
        return str(_at(self._html)(self))

    def __reduce_ex__(self, protocol: object) -> tuple[type[Unchecked], tuple[str]]:
        """Leave the verdicts behind: the record travels."""
        return Unchecked, (self.to_json(),)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


def _at(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)

"""Translations and the text that they are of: each is joined with its chain, looked at, set aside where it fails."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final
from zlib import compress, decompress

from verifier.chain import Chain
from verifier.judging.translations.apart import IsKnown, copies
from verifier.judging.translations.forced_answer import differs, forced_answer
from verifier.judging.translations.translation import Translated, Translation
from verifier.language.expressions.asked_run import asked as run_of
from verifier.language.files import joined
from verifier.language.formal_chain import FormalChain, Run
from verifier.language.lint import lint
from verifier.language.linting.findings import Code, Finding, Severity
from verifier.language.places import ShapeError
from verifier.language.read_chain import read_chain
from verifier.language.write_chain import as_json

_OF_ITS_STATEMENT: Final = frozenset({Code.UNPARSED, Code.UNKNOWN_NAME, Code.DEFINE_FORM})
"""Errors that cost the statement that they stand in, and no other: it is open, or read as a claim."""


@dataclass(frozen=True, slots=True)
class Textless:
    """The id of a chain none of whose translations holds its text."""

    id: str

    def __str__(self) -> str:
        return f"{self.id}: expected the text of the chain, in a translation or in a file of chains"


class ByChain:
    """Translations by the chain that they are of: by its id; of a chain without one, by its text.

    Those of files are held packed, so that a process may hold the translations of many thousand chains.
    """

    def __init__(self, translations: Iterable[Translation]) -> None:
        self._held: list[_Packed] = []
        self._by_id: dict[str, list[int]] = {}
        self._by_text: dict[int, list[int]] = {}
        for place, one in enumerate(translations):
            formal = one.formal
            self._held.append(_Packed.of(one))
            self._by_id.setdefault(formal.id, []).append(place)
            self._by_text.setdefault(hash((formal.problem, formal.steps_text)), []).append(place)

    @property
    def ids(self) -> set[str]:
        """The ids of the chains that have translations."""
        return set(self._by_id)

    @property
    def authors(self) -> Iterator[FormalChain]:
        """The ids and authors of the translations that are not vouched for, each as a formal chain without content."""
        return (one.stub.formal for one in self._held if not one.stub.given)

    def every(self, ids: Container[str]) -> list[Translation]:
        """Return all translations of the chains with these ids."""
        return [one.unpacked for one in self._held if one.stub.formal.id in ids]

    def of(self, chain: Chain) -> Translated:
        """Return a chain with its translations, in their order."""
        if chain.id is not None:
            found = [self._held[place].unpacked for place in self._by_id.get(chain.id, ())]
            return Translated(chain, looked_at(chain, found))
        text = (chain.problem, tuple(step.text for step in chain.steps))
        same = [self._held[place].unpacked for place in self._by_text.get(hash(text), ())]
        return Translated(chain, looked_at(chain, [one for one in same if _text_of(one.formal) == text]))


@dataclass(frozen=True, slots=True)
class _Packed:
    """A translation. ``content``: its chain as packed JSON, then missing in ``stub``; None where it is of no file."""

    stub: Translation
    content: bytes | None

    @classmethod
    def of(cls, one: Translation) -> _Packed:
        if one.place is None:
            return cls(one, None)
        content = json.dumps(as_json(one.formal)).encode()
        return cls(replace(one, formal=FormalChain(one.formal.id, {}, (), (), (), one.formal.by)), compress(content, 1))

    @property
    def unpacked(self) -> Translation:
        if self.content is None:
            return self.stub
        return replace(self.stub, formal=read_chain(json.loads(decompress(self.content))))


def _text_of(formal: FormalChain) -> tuple[str, tuple[str, ...]]:
    return formal.problem, formal.steps_text


def of_chains(chains: Iterable[Chain], translations: Iterable[Translation]) -> Iterator[Translated]:
    """Yield each chain with its translations: those with its id; where it has none, those that hold the same text."""
    held = ByChain(translations)
    yield from map(held.of, chains)


def by_themselves(translations: Iterable[Translation]) -> Iterator[Translated | Textless]:
    """Yield the chains whose text stands in their translations, one for each id, in order."""
    groups: dict[str, list[Translation]] = {}
    for one in translations:
        groups.setdefault(one.formal.id, []).append(one)
    for id, group in groups.items():
        with_text = next((one for one in group if one.formal.steps_text), None)
        if with_text is None:
            yield Textless(id)
            continue
        told = with_text.formal
        chain = replace(Chain.of(told.problem, told.steps_text, id), place=with_text.place)
        yield Translated(chain, looked_at(chain, group))


def looked_at(chain: Chain, translations: Iterable[Translation], is_known: IsKnown = bool) -> tuple[Translation, ...]:
    """Return translations of a chain with its text, each set aside where it fails: those that are vouched for first.

    A copy of an earlier one is set aside, whoever its file names as its author; ``is_known``: whether the request of an
    author was answered.
    """
    found = [_joined(one, chain) for one in sorted(translations, key=lambda one: not one.given)]
    heard = [i for i, one in enumerate(found) if one.set_aside is None]
    for i, copied in zip(heard, copies([found[i].formal for i in heard], is_known), strict=True):
        if copied is not None:
            found[i] = replace(found[i], set_aside=f"it is a copy of translation {heard[copied] + 1}")
    return tuple(found)


def _joined(one: Translation, chain: Chain) -> Translation:
    try:
        formal = joined(one.formal, chain)
    except ShapeError as error:
        return replace(one, set_aside=error.message)
    if not one.given and formal.run is not None and formal.run != _run_of(chain.problem):
        return replace(one, formal=formal, set_aside="its program and call are not those of the problem")
    wrong = next((one for one in lint(formal) if disqualifies(one, formal)), None)
    why = _answers_otherwise(formal, chain.answer) if wrong is None else str(wrong)
    return replace(one, formal=formal, set_aside=why)


def _run_of(problem: str) -> Run | None:
    found = run_of(problem)
    return None if found is None else Run(found.program, found.call)


def _answers_otherwise(formal: FormalChain, reference: str | None) -> str | None:
    """Say that what its facts force for what is asked is not the reference answer, where one is known."""
    found = None if reference is None else forced_answer(formal)
    if reference is None or found is None or not differs(found, reference):
        return None
    return f"its facts force the answer {found}, and the reference answer is {reference!r:.40}"


def disqualifies(finding: Finding, formal: FormalChain) -> bool:
    """Return whether a finding costs the whole translation: an error that is not of one statement alone. A warning
    about a fact costs what rests on it."""
    of_statement = finding.code in _OF_ITS_STATEMENT and finding.place.statement is not None
    return finding.severity is Severity.ERROR and not of_statement

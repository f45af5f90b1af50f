"""Judging chains by their translations: what settles a step, and what is evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from verifier.chain import Chain
from verifier.judging.formal.intake import Textless, Translated, Translation, by_themselves, of_chains
from verifier.judging.formal.judge import FormalJudge
from verifier.judging.formal.judged_chain import (
    FormalStepJudgement,
    HeardTranslation,
    JudgedFormalChain,
    Reading,
    Trust,
)
from verifier.judging.formal.translation import State
from verifier.judging.judgement import Settled, Unjudged, Unjudgement
from verifier.kernel.verdict import Proved
from verifier.language.files import read_file
from verifier.language.formal_chain import FormalChain

Source = str | Path | FormalChain
"""Formal chains, or the file that they stand in."""

AGREEING = 2
"""Fewest translations made apart whose agreement settles a step."""


def verify_formal(
    formal: Source | Iterable[Source],
    chains: Chain | Iterable[Chain] | None = None,
    *,
    given: Source | Iterable[Source] = (),
    trust: Trust | str = Trust.EVIDENCE,
) -> list[JudgedFormalChain]:
    """Return the chains judged by their translations ``formal``, which hold their text or stand beside ``chains``.

    ``given`` are translations that the caller vouches for: they settle steps. Others do where ``trust`` is
    ``"agreeing"`` and at least two that were made apart agree; else they are evidence.

    Raises:
        OSError: where a file cannot be read.
        ValueError: where a file holds no formal chain, or a text is missing.
    """
    found = [Translation(one) for one in _read(formal)] + [Translation(one, True) for one in _read(given)]
    if chains is None:
        translated: list[Translated | Textless] = list(by_themselves(found))
    else:
        translated = list(of_chains([chains] if isinstance(chains, Chain) else chains, found))
    judge, rows = FormalJudge(), []
    for one in translated:
        if isinstance(one, Textless):
            raise ValueError(str(one))
        rows.append(judged(one, Trust(trust), judge))
    return rows


def _read(sources: Source | Iterable[Source]) -> Iterator[FormalChain]:
    for one in [sources] if isinstance(sources, str | Path | FormalChain) else sources:
        if isinstance(one, FormalChain):
            yield one
            continue
        for read in read_file(Path(one)):
            if read.chain is None:
                raise ValueError(f"{one}: {read.error}")
            yield read.chain


def judged(translated: Translated, trust: Trust, judge: FormalJudge) -> JudgedFormalChain:
    """Return a chain judged by its translations."""
    chain, every = translated.chain, translated.translations
    words = [step.text for step in chain.steps]
    heard = [one for one in every if one.set_aside is None]
    taken = [one for one in heard if one.given] or heard
    together = judge([one.formal for one in taken], words) if taken else None
    by_content = {} if together is None else {id(one.chain): one for one in together.translations}
    rows = []
    for one in every:
        found = by_content.get(id(one.formal))
        if found is None and one.set_aside is None:
            [found] = judge([one.formal], words).translations
        rows.append(HeardTranslation(one, found, one in taken))
    states = [State.SILENT] * len(words) if together is None else list(together.agreed)
    reading = _reading(taken, trust)
    steps = tuple(_step(i, text, states[i], reading, rows) for i, text in enumerate(words))
    return JudgedFormalChain(chain, trust, tuple(rows), steps)


def _reading(taken: Sequence[Translation], trust: Trust) -> Reading | None:
    """By which reading the translations that count settle steps; None where they are evidence."""
    if any(one.given for one in taken):
        return Reading.GIVEN
    return Reading.TRANSLATED if trust is Trust.AGREEING and len(taken) >= AGREEING else None


def _step(
    index: int, text: str, says: State, reading: Reading | None, rows: Sequence[HeardTranslation]
) -> FormalStepJudgement:
    if says in (State.PROVED, State.REFUTED) and reading is not None:
        return FormalStepJudgement(index, text, Settled(says is State.PROVED), says, reading)
    reason = _REASONS.get(says, Unjudgement.NOT_SETTLED)
    checked = reason is Unjudgement.NOT_SETTLED and _all_proved(index, rows)
    return FormalStepJudgement(index, text, Unjudged(reason), says, None, checked)


_REASONS = {State.SILENT: Unjudgement.NOTHING_TO_CHECK, State.RESTS_ON_ERROR: Unjudgement.RESTS_ON_ERROR}


def _all_proved(index: int, rows: Sequence[HeardTranslation]) -> bool:
    """Whether each translation that counts states something in a step, and proves all that it states."""
    steps = [one.steps[index] for one in rows if one.counts]
    verdicts = [[d.verdict for s in step.statements for d in s.decisions] for step in steps]
    return all(found and all(isinstance(one, Proved) for one in found) for found in verdicts)

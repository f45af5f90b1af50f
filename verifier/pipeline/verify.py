"""One call for a chain, or for chains with their translations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from verifier.chain import Chain
from verifier.estimators.model import ProcessRewardModel
from verifier.intake.given import given_chain
from verifier.judging.agreeing.trusting import THRESHOLD, Settling, Trust, refusal, trust_in
from verifier.judging.estimates.calibrated import Calibrated
from verifier.judging.estimates.fusion import Fusion
from verifier.judging.judgements.judgement import JudgedChain
from verifier.judging.translations.intake import Textless, by_themselves, looked_at, of_chains
from verifier.judging.translations.translation import Translated, Translation
from verifier.language.files import read_formal
from verifier.language.formal_chain import FormalChain
from verifier.pipeline.judge import Judge
from verifier.pipeline.options import LeanMode
from verifier.pipeline.settings import NOBODY

Source = str | Path | Mapping[str, Any] | FormalChain
"""Formal chains, or the file that they stand in."""


def verify(
    problem: str | Chain,
    steps: Sequence[str] | None = None,
    *,
    readings: Source | Iterable[Source] = (),
    given: Source | Iterable[Source] = (),
    translator: str | None = NOBODY,
    trust: Settling | str | Path = Trust.EVIDENCE,
    trust_at: float = THRESHOLD,
    lean: LeanMode = "auto",
    timeout: float = 60.0,
    certify: bool = False,
    prm: str | ProcessRewardModel | None = "none",
    fusion: Fusion | None = None,
    calibration: Calibrated | str | Path | None = None,
) -> JudgedChain:
    """Return the judged chain of a problem and its steps (or of a Chain), judged as by a ``Judge`` of these settings.

    >>> judged = verify("Solve 3x + 5 = 20 for x.", ["So 3x = 15.", "Then x = 6."], lean="off")
    >>> judged.first_error, [step.correct for step in judged.steps]
    (1, [True, False])

    ``readings``: formal chains, or files of them, that translate this very chain, which are evidence; ``given``: those
    that the caller vouches for, which settle steps. ``translator``: ``openai:MODEL`` or ``hf:PATH``, which translates
    it now. Translations that nobody vouches for settle steps where ``trust`` is ``"agreeing"`` and at least two that
    were made apart agree, or where it is the file of a level that was measured of such translations, on each side whose
    bound is ``trust_at`` or more. One text in place of the steps is split as ``verifier.split`` does; the result and
    its record name the way (``chain.split``).

    Raises: TypeError or ValueError on what is not a chain, or on readings of another one; OSError where a file cannot
    be read; LeanUnavailable when Lean is required and cannot be had; PrmUnavailable and ModelUnavailable where there is
    no such model.
    """
    chain = given_chain(problem, steps)
    held = [Translation(one) for one in _of_chain(readings, chain)]
    held += [Translation(one, given=True) for one in _of_chain(given, chain)]
    trusted = trust_in(trust, trust_at)
    if wrong := refusal(trusted, (one.formal for one in held if not one.given)):
        raise ValueError(wrong)
    by: dict[str, Any] = {} if translator in (None, NOBODY) else {"translator": translator}
    with closing(Judge(lean, timeout, certify=certify, prm=prm, fusion=fusion, calibration=calibration, **by)) as judge:
        if lean == "require":
            judge.lineup.prepare()
        if judge.translations is not None:
            made = judge.translations([chain])[0].translations
            held += [replace(one, set_aside=None) for one in made]
        elif not held:
            return judge(chain)
        return judge.combined(Translated(chain, looked_at(chain, held)), trusted)


def _of_chain(sources: Source | Iterable[Source], chain: Chain) -> Iterator[FormalChain]:
    """Yield formal chains that translate a chain, under its id. Raises: ValueError where one has another text."""
    texts = tuple(step.text for step in chain.steps)
    for one in _read(sources):
        if (one.problem, one.steps_text) not in (("", ()), (chain.problem, texts)):
            raise ValueError(f"{one.id:.80}: expected a reading of this chain, found one with another text")
        yield replace(one, id=chain.id or "", problem=chain.problem, steps_text=texts)


def verify_formal(
    formal: Source | Iterable[Source],
    chains: Chain | Iterable[Chain] | None = None,
    *,
    given: Source | Iterable[Source] = (),
    trust: Settling | str | Path = Trust.EVIDENCE,
    trust_at: float = THRESHOLD,
    prm: str | ProcessRewardModel | None = "none",
    fusion: Fusion | None = None,
    calibration: Calibrated | str | Path | None = None,
) -> list[JudgedChain]:
    """Return the chains judged by their translations ``formal``, which hold their text or stand beside ``chains``.

    ``given`` are translations that the caller vouches for: they settle steps. Others do where ``trust`` is
    ``"agreeing"`` and at least two that were made apart agree, or where it is the file of a level that was measured
    of such translations, on each side whose bound is ``trust_at`` or more; else they are evidence. The exact reading
    judges the chains beside them: what it settles is settled, unless a translation says the opposite. ``prm``,
    ``fusion``, ``calibration``: as a ``Judge`` has them; what translations say is evidence for the estimates.

    Raises:
        OSError: where a file cannot be read.
        ValueError: where a file holds no formal chain, a text is missing, or the level is none, was edited, or is of
            other translations.
        PrmUnavailable: where there is no such process reward model.
    """
    trusted = trust_in(trust, trust_at)
    found = [Translation(one) for one in _read(formal)] + [Translation(one, True) for one in _read(given)]
    if wrong := refusal(trusted, (one.formal for one in found if not one.given)):
        raise ValueError(wrong)
    if chains is None:
        translated: list[Translated | Textless] = list(by_themselves(found))
    else:
        translated = list(of_chains([chains] if isinstance(chains, Chain) else chains, found))
    if textless := next((one for one in translated if isinstance(one, Textless)), None):
        raise ValueError(str(textless))
    with Judge(lean="off", prm=prm, fusion=fusion, calibration=calibration) as judge:
        return [judge.combined(one, trusted) for one in translated if isinstance(one, Translated)]


def _read(sources: Source | Iterable[Source]) -> Iterator[FormalChain]:
    if not isinstance(sources, Iterable | Path | FormalChain):
        raise TypeError(f"expected formal chains, or files of them, got {type(sources).__name__}")
    for one in [sources] if isinstance(sources, str | Path | Mapping | FormalChain) else sources:
        yield from [one] if isinstance(one, FormalChain) else read_formal(one)

"""Chains and their translations, as commands are given them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.intake.bad import Bad
from verifier.intake.chains import Sources
from verifier.judging.agreeing.trusting import AtLevel, Settling, Trust, refusal
from verifier.judging.judgements.judgement import JudgedChain
from verifier.judging.translations.files import each_translation
from verifier.judging.translations.intake import ByChain, Textless, by_themselves
from verifier.judging.translations.translation import Translated, Translation
from verifier.language.formal_chain import FormalChain
from verifier.pipeline.judge import Judge
from verifier.report.exit_codes import BAD_INPUT, OK, complain
from verifier.streams import standard_input


@dataclass(frozen=True, slots=True)
class FormalChains:
    """Chains and their translations. ``chains``: the inputs of their text; None where translations hold it.

    ``own``: files of translations are inputs as well, so that their further chains are judged too.
    """

    chains: Sources | None
    formal: Sequence[Path]
    given: Sequence[Path] = ()
    trust: Settling = Trust.EVIDENCE
    own: bool = False

    def items(self, faults: list[str]) -> Iterator[tuple[str, Translated | Bad]]:
        """Yield each chain with its translations and the file that it stands in, or what is wrong in its place.

        ``faults`` hears at once what is wrong with the translations.
        """
        if self.chains is not None:
            held = ByChain(each_translation(self.formal, self.given, faults))
            return iter(()) if self._refused(held.authors, faults) else self._beside(self.chains, held)
        translations = list(each_translation(self.formal, self.given, faults))
        refused = self._refused((one.formal for one in translations if not one.given), faults)
        return iter(()) if refused else self._by_themselves(translations)

    def _refused(self, chains: Iterable[FormalChain], faults: list[str]) -> bool:
        if refused := refusal(self.trust, chains):
            faults.append(refused)
        return refused is not None

    def _by_themselves(self, translations: Sequence[Translation]) -> Iterator[tuple[str, Translated | Bad]]:
        place = str([*self.formal, *self.given][0])
        for one in by_themselves(translations):
            if isinstance(one, Textless):
                yield place, Bad(place, str(one), one.id)
            else:
                yield one.chain.place or place, one

    def _beside(self, file: Sources, held: ByChain) -> Iterator[tuple[str, Translated | Bad]]:
        left = held.ids
        for _, item, place in file.found(standard_input()):
            if isinstance(item, Bad):
                yield place, item
                continue
            one = held.of(item)
            left -= {translation.formal.id for translation in one.translations}
            if not one.translations and not self.own:
                complain(f"{item.id or place}: no translation is of this chain, so its text alone is judged")
            yield place, one
        if self.own:
            yield from self._by_themselves(held.every(left))
        elif left:
            complain(f"{file} has no chain with the id of {len(left)} translated chains: {min(left)!r:.60}, ...")


@dataclass(slots=True)
class FormalJudging:
    """Judges what is asked, by text and translations. ``status``: as bad input calls for."""

    asked: FormalChains
    status: int = OK

    def __call__(self) -> Iterator[tuple[str, JudgedChain | Bad]]:
        """Yield the judged chains, or what is no chain in its place, which is complained of."""
        faults: list[str] = []
        items = self.asked.items(faults)
        for fault in faults:
            complain(fault)
            self.status = BAD_INPUT
        with Judge(lean="off") as judge:
            for place, item in items:
                if isinstance(item, Bad):
                    complain(str(item))
                    self.status = BAD_INPUT
                yield place, item if isinstance(item, Bad) else judge.combined(item, self.asked.trust)


def what_settles(count: int, trust: Settling) -> str:
    """Return what would let the translations of so many chains settle steps."""
    chains = "1 chain" if count == 1 else f"{count} chains"
    if isinstance(trust, AtLevel):
        told = f"{trust.said}; where a chain has fewer translations than the level is of, none is settled either"
        return f"steps of {chains} are left open at this level ({told}): a higher level, or --given FILE settle them"
    level = "--trust LEVEL.json of 'bench translate',"
    agreeing = "two separate translations," if trust is Trust.AGREEING else "--trust agreeing with two of them,"
    lacking = f"{agreeing} {level} or --given FILE"
    return f"translations are evidence, so steps of {chains} are open. To settle them: {lacking}"

"""Which translations a labelling run judges its chains by, and what becomes of chains that are judged by them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verifier.chain import Chain
from verifier.labelling.outputs.files import digest

if TYPE_CHECKING:
    from verifier.judging.agreeing.trusting import Settling
    from verifier.judging.judgements.judgement import JudgedChain
    from verifier.judging.translations.intake import ByChain
    from verifier.pipeline.judge import Judge

File = tuple[str, str]
"""The path of a file, which means the same in another process, and the SHA-256 of what it holds."""

READING = "settled as"
"""What counts of steps by the reading that settles them are called in a tally: ``settled as exact``."""

FINDING = "finding"
"""What counts of findings are called in a tally: ``finding readings_contradict``."""


class TranslationsUnavailable(Exception):
    """Files of translations cannot be read, or hold something else than the run was asked for; ``str`` says what."""


@dataclass(frozen=True, slots=True)
class Translations:
    """Files of formal chains: as evidence, and those that the caller vouches for. ``trust``: as ``trust_spelled`` has
    it, a whole level among it."""

    formal: tuple[File, ...] = ()
    given: tuple[File, ...] = ()
    trust: str = "evidence"

    @classmethod
    def of(
        cls,
        formal: Iterable[Path],
        given: Iterable[Path] = (),
        trust: Settling | str | Path = "evidence",
        at_least: float | None = None,
    ) -> Translations:
        """Return these files as they are now; ``trust`` may be the file of a level. Raises: OSError; ValueError."""
        from verifier.judging.agreeing.trusting import THRESHOLD, trust_in, trust_spelled

        def told(paths: Iterable[Path]) -> tuple[File, ...]:
            return tuple((str(path.absolute()), digest(path)) for path in paths)

        at = THRESHOLD if at_least is None else at_least
        return cls(told(formal), told(given), trust_spelled(trust_in(trust, at)))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Translations:
        """Return what ``dataclasses.asdict`` gave, as JSON has it. Raises: KeyError, TypeError on anything else."""
        formal, given = (tuple((path, sha) for path, sha in data[name]) for name in ("formal", "given"))
        return cls(formal, given, data["trust"])

    @property
    def nobody(self) -> bool:
        """Whether there are none: then chains are judged by the exact reading alone."""
        return not (self.formal or self.given)

    @property
    def named(self) -> Translations:
        """The same with names for paths, as a data card shows it."""
        formal, given = ([(Path(path).name, sha) for path, sha in files] for files in (self.formal, self.given))
        from verifier.judging.agreeing.trusting import trust_named, trust_of_spelled

        name = trust_named(trust_of_spelled(self.trust))
        return replace(self, formal=tuple(formal), given=tuple(given), trust=name)

    def read(self) -> ByChain:
        """Return the translations. Raises: TranslationsUnavailable, also where a file is not what it was."""
        from verifier.judging.agreeing.trusting import refusal, trust_of_spelled
        from verifier.judging.translations.files import each_translation
        from verifier.judging.translations.intake import ByChain

        for path, sha in (*self.formal, *self.given):
            try:
                found = digest(Path(path))
            except OSError as error:
                raise TranslationsUnavailable(f"{path}: expected a file that can be read ({error.strerror})") from error
            if found != sha:
                raise TranslationsUnavailable(f"{path}: expected the translations that the run began with, got others")
        formal, given = ([Path(path) for path, _ in files] for files in (self.formal, self.given))
        faults = list[str]()
        held = ByChain(each_translation(formal, given, faults))
        if faults:
            more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
            raise TranslationsUnavailable(f"{faults[0]}{more}")
        if refused := refusal(trust_of_spelled(self.trust), held.authors):
            raise TranslationsUnavailable(refused)
        return held


NO_TRANSLATIONS = Translations()


class FormalWork:
    """Judges chains by translations, with an exact reading beside them; it reads the files when it is first asked."""

    def __init__(self, asked: Translations) -> None:
        self._asked = asked
        self._held: ByChain | None = None

    @property
    def held(self) -> ByChain:
        """The translations by their chains. Raises: TranslationsUnavailable."""
        if self._held is None:
            self._held = self._asked.read()
        return self._held

    def told(self, chain: Chain) -> str:
        """Return as text what the judgement of a chain depends on besides its words and who judges: its translations
        and its id. Raises: TranslationsUnavailable."""
        from verifier.language.write_chain import as_json

        rows = [(one.given, as_json(one.formal)) for one in self.held.of(chain).translations]
        spelled = json.dumps([self._asked.trust, chain.id, rows], sort_keys=True)
        return hashlib.sha256(spelled.encode()).hexdigest()

    def judged(self, chains: Sequence[Chain], judge: Judge) -> Iterator[JudgedChain]:
        """Yield each chain as its text and its translations judge it. Raises: TranslationsUnavailable; as the judge."""
        from verifier.judging.agreeing.trusting import trust_of_spelled

        trust = trust_of_spelled(self._asked.trust)
        for chain in chains:
            yield judge.combined(self.held.of(chain), trust)


def counts(record: Mapping[str, Any]) -> Counter[str]:
    """Return what a data card counts of what translations say of a chain; nothing where there are none."""
    tally: Counter[str] = Counter()
    for step in record["steps"] if "translations" in record else ():
        tally[f"{READING} {step['reading']}"] += step["reading"] is not None
        tally[f"{FINDING} {step['finding']}"] += step["finding"] is not None
    for translation in record.get("translations", ()):
        for decision in (one for step in translation["steps"] for one in step["decisions"]):
            tally["claims"] += 1
            tally["unknown" if decision["verdict"] == "independent" else decision["verdict"]] += 1
            tally["contradictions"] += "contradiction" in decision
            tally["engine formulas"] += decision["certificate"] is not None
    return +tally

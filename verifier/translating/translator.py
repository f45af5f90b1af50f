"""One step, translated: samples are drawn, read, compared with one another and with the step, and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from verifier.translating import ask
from verifier.translating.checks import Situation, claim_of, key, of_meaning, of_text, spans
from verifier.translating.language import NotInLanguage, Translated, parsed
from verifier.translating.model import Answer, LanguageModel, NoAnswer, Question
from verifier.translating.translation import Check, Checked, State, Translation

Form = tuple[object, ...]


@dataclass(slots=True)
class _Asking:
    """Asks, and keeps what was heard."""

    model: LanguageModel
    heard: list[str | None] = field(default_factory=list)

    def __call__(self, question: Question) -> str:
        try:
            answer = self.model.ask(question)
        except NoAnswer:
            self.heard.append(None)
            raise
        self.heard.append(answer.text)
        return answer.text


class Replayed:
    """Answers what was heard before, in the order of asking: how a record is checked again."""

    def __init__(self, name: str, heard: Sequence[str | None]) -> None:
        """Start nothing. Fails: never."""
        self._name, self._heard = name, iter(heard)

    @property
    def name(self) -> str:
        """The model's name, as records carry it."""
        return self._name

    def ask(self, question: Question) -> Answer:
        """Return the next answer. Fails: NoAnswer, where there was none."""
        text = next(self._heard, None)
        if text is None:
            raise NoAnswer("no answer")
        return Answer(text, cached=True)


def translate(model: LanguageModel, here: Situation, earlier: Sequence[str], samples: int) -> Translation:
    """Return the translation of one step. ``earlier``: the steps before it. Fails: TranslatorUnavailable."""
    asking = _Asking(model)
    drawn: list[tuple[Translated, ...]] = []
    unread = ""
    for number in range(samples):
        try:
            drawn.append(parsed(asking(ask.translating(here, earlier, number))))
        except NoAnswer:
            return Translation("no answer", "the model gave no answer", heard=tuple(asking.heard))
        except NotInLanguage as error:
            unread = unread or str(error)
    if not drawn:
        return Translation("not read", unread[:200], heard=tuple(asking.heard))
    form, agreeing = Counter(map(_form, drawn)).most_common(1)[0]
    chosen = next(claims for claims in drawn if _form(claims) == form)
    agreement = Check("samples", agreeing == samples, f"{agreeing} of {samples} agree")
    if not chosen:
        state: State = "nothing to check" if agreement.passed else "no agreement"
        return Translation(state, agreement.detail, heard=tuple(asking.heard))
    found = [_checked(said, here, agreement) for said in chosen]
    if all(check.passed for one in found for check in one.checks):
        back = _read_back(asking, here, chosen)
    else:
        back = Check("read back", False, "not asked: another check failed")
    done = tuple(Checked(c.said, c.claim, c.spans, (*c.checks, back)) for c in found)
    return Translation("claims", "", done, tuple(asking.heard))


def _form(claims: tuple[Translated, ...]) -> Form:
    """What a sample says, whatever the order: roles, relations and hypotheses, not the parts of the step."""
    return tuple(sorted(repr(_one(said)) for said in claims))


def _one(said: Translated) -> Form:
    hypotheses = sorted((h.rests_on, key(*h.said.same)) for h in said.hypotheses)
    return said.role, key(*said.said.same), hypotheses


def _checked(said: Translated, here: Situation, agreement: Check) -> Checked:
    claim = claim_of(said, here)
    checks = [Check("language", True), agreement, *of_text(said, here)]
    if said.role == "asserted":
        checks += of_meaning(claim, here.decide)
    return Checked(said, claim, tuple(spans(said, here) or ()), tuple(checks))


def _read_back(asking: Callable[[Question], str], here: Situation, claims: Sequence[Translated]) -> Check:
    """The claims in words, by one call that does not see the step, held against the step by another."""
    try:
        words = asking(ask.saying(claims)).strip()[:2000]
        agrees = bool(words) and ask.same(asking(ask.comparing(here.step, words)))
    except NoAnswer:
        return Check("read back", False, "the model gave no answer")
    except NotInLanguage as error:
        return Check("read back", False, str(error)[:160])
    return Check("read back", agrees, "" if agrees else "the step says something else than the claims in words")

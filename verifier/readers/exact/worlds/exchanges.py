"""Exchanges: people who each hold one thing, and trade in pairs: ``First, Alice and Bob swap books.``"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from verifier.chain import Span
from verifier.kernel.claim import Claim, Premise, Relation, Standing
from verifier.kernel.term import Int, Sym
from verifier.readers.exact.lexicon import words
from verifier.readers.exact.told import Statement, Told
from verifier.readers.exact.worlds.phrases import (
    ARTICLES,
    Phrase,
    bare,
    chosen,
    low,
    named,
    options,
    parted,
    sentences,
    span,
    tokens,
    without,
)

SWAPS = frozenset({"swap", "swaps", "trade", "trades", "switch", "switches", "exchange", "exchanges"})
HABITS = frozenset({"pairs", "occasionally", "often", "sometimes", "start", "begin"})
_ANYTHING = frozenset({"things", "items", "objects", "possessions", "belongings"})
"""What names whatever people hold."""

_BEFORE_EVENTS = frozenset(
    ["first", "then", "next", "finally", "lastly", "afterwards", "after", "that", "second", "third"]
)
_LEADS = frozenset(
    {"so", "then", "first", "next", "finally", "lastly", "now", "after", "afterwards", "therefore", "thus"}
)
_SO = frozenset({"so", "now", "thus", "therefore", "hence"})
_MOST = 12  # people, and exchanges


Names = dict[tuple[str, ...], str]


@dataclass(frozen=True, slots=True)
class Exchanges:
    """Who holds what at the start, the pairs that trade, in order, whom the problem asks about, and its options."""

    start: dict[str, str]
    events: tuple[tuple[str, str], ...]
    names: Names
    things: dict[str, tuple[str, ...]]  # the words of each thing
    asked: str | None = None
    choices: dict[str, Phrase] = field(default_factory=dict)
    occasion: frozenset[str] = frozenset()  # what the start and the end are of: the party
    told: Mapping[str, Span] = field(default_factory=dict)  # where the problem says what a premise is, by its id

    def holding(self, who: str, when: int) -> tuple[str, int]:
        """Return the letter's number: the last exchange up to ``when`` that somebody took part in, and with whom."""
        for number in range(when, 0, -1):
            if who in self.events[number - 1]:
                a, b = self.events[number - 1]
                return (b if who == a else a), number
        return who, 0

    def claim(self, who: str, thing: str, when: int) -> Claim:
        """Return the claim that somebody holds a thing after so many exchanges, and all that it rests on."""
        letter, premises, things = None, [], {thing}
        while True:
            other, number = self.holding(who, when)
            mine = Sym(f"{who}_{number}")
            letter = letter or mine
            if not number:
                held = self.start[who]
                premises.append(Premise(f"p.{mine.name}", Standing.FACT, Relation.EQ, mine, Sym(held)))
                things.add(held)
                break
            theirs = Sym(f"{other}_{self.holding(other, number - 1)[1]}")
            premises.append(Premise(f"p.{mine.name}", Standing.FACT, Relation.EQ, mine, theirs))
            who, when = other, number - 1
        numbered = [
            Premise(f"p.{name}", Standing.DEFINED, Relation.EQ, Sym(name), Int(number))
            for number, name in enumerate(self.things, 1)
            if name in things
        ]
        return Claim(Relation.EQ, letter, Sym(thing), premises=(*premises, *numbered))

    def held(self, who: str, when: int) -> str:
        """Return what somebody holds after so many exchanges."""
        while when:
            other, number = self.holding(who, when)
            who, when = other, max(0, number - 1)
        return self.start[who]

    def thing(self, phrase: Phrase) -> str | None:
        """Return the one thing whose words these are, or some of them in a row; None where none or several fit."""
        said = tuple(word for word in low(phrase) if word not in ARTICLES)
        fits = [name for name, called in self.things.items() if said and _within(said, called)]
        return fits[0] if len(fits) == 1 else None


def _within(said: tuple[str, ...], called: tuple[str, ...]) -> bool:
    return any(called[at : at + len(said)] == said for at in range(len(called) - len(said) + 1))


def exchanges(problem: str) -> Reader | None:
    """Return the reader of the steps of a problem that tells of exchanges and of nothing else; None of another one."""
    found = sentences(tokens(problem))
    first, start = next(((i, s) for i, one in enumerate(found) if (s := _start(one))), (0, None))
    if start is None:
        return None
    names: Names = {(who.lower(),): who for who in start}
    called = {who: tuple(word for word in low(what) if word not in ARTICLES) for who, what in start.items()}
    things = {_letter(what): what for what in called.values()}
    if len(things) < len(start) or len(start) > _MOST or any(_trades(one, names) for one in found[:first]):
        return None
    if any(set(low(one)) & words.WORLD_RULES for one in found):
        return None
    holds = {who: _letter(what) for who, what in called.items()}
    events: list[tuple[str, str]] = []
    places = dict.fromkeys((f"p.{who}_0" for who in start), span(found[first]))
    told = {word for one in found[: first + 1] for word in low(one)}  # what they trade: no seats, no glances
    for number in range(first + 1, len(found)):
        event = _event(found[number], names, told)
        told |= set() if event else set(low(found[number]))
        if event is not None:
            events.append(event)
            places |= dict.fromkeys((f"p.{who}_{len(events)}" for who in event), span(found[number]))
        elif events or named(found[number], names) or not set(low(found[number])) & HABITS:
            rest = found[number:]
            break
    else:
        rest = []
    if not 0 < len(events) <= _MOST or (rest and not _question(rest[0])):
        return None
    choices = options(rest[1:])
    if any(low(bare(one)) != ("options",) and not one[0].text.startswith("(") for one in rest[1:]):
        return None
    asked = _asked(rest[0], names) if rest else None
    occasion = frozenset(low(one)[5] for one in found if len(one) > 6 and low(one)[2:5] in _OF)
    return Reader(Exchanges(holds, tuple(events), names, things, asked, choices, occasion, places))


_OF = frozenset((when, "of", "the") for when in ("start", "beginning", "end"))


def _now() -> frozenset[str]:
    """The verbs that a step may use: of the present alone."""
    return words.HOLDING - words.HELD


def _question(sentence: Phrase) -> bool:
    """Whether a sentence asks of the end, and states nothing: ``At the end of the game, Alice has the``"""
    return low(sentence)[:3] == ("at", "the", "end") and sentence[-1].text not in (".", "!", ";")


def _asked(question: Phrase, names: Names) -> str | None:
    """Of whom it is asked what he holds; None where it is asked otherwise."""
    clauses = list(parted(bare(question), ","))
    said = low(clauses[-1])
    plain = all(word in words.HOLDING | ARTICLES for word in said[1:])
    return names.get(said[:1]) if len(clauses) == 2 and plain else None


def _trades(sentence: Phrase, names: Names) -> bool:
    """Whether two people trade somewhere in a sentence."""
    return any(_swap(sentence[at:], names) for at in range(len(sentence)))


def _letter(called: Sequence[str]) -> str:
    return "_".join(called)


def _start(sentence: Phrase) -> dict[str, Phrase] | None:
    """Who holds what, where a sentence says so of the start: ``At the start, Alice has a red ball, and Bob ...``."""
    if low(sentence)[:3] not in (("at", "the", "start"), ("at", "the", "beginning")):
        return None
    at = [
        i
        for i, token in enumerate(sentence[:-1])
        if token.capital and i and sentence[i - 1].low in (",", ":", "and") and sentence[i + 1].low in words.HOLDING
    ]
    made: dict[str, Phrase] = {}
    for begin, end in pairwise([*at, len(sentence)]):
        entry = sentence[begin:end]
        while entry and entry[-1].low in (",", "and", ".", "\n"):
            entry = entry[:-1]
        what = without(entry[1:], words.HOLDING)
        if not what or entry[0].text in made or any(not token.text[0].isalnum() for token in what):
            return None
        made[entry[0].text] = what
    return made if len(made) > 1 else None


def _event(sentence: Phrase, names: Names, told: set[str]) -> tuple[str, str] | None:
    """The two who trade, where a sentence says that of what was ``told`` before, and nothing else."""
    phrase = without(bare(sentence), _BEFORE_EVENTS)
    found = _swap(phrase, names)
    if found is None or found[1] != len(phrase):
        return None
    what = {word for word in low(phrase[4:]) if word not in ("the", "their")}
    known = all(word in told or word.removesuffix("s") in told or word in _ANYTHING for word in what)
    return found[0] if known else None


def _swap(phrase: Phrase, names: Names) -> tuple[tuple[str, str], int] | None:
    """The two who trade, and how many words that takes, where a phrase begins so: ``Alice and Bob swap their books``"""
    if len(phrase) < 4 or phrase[1].low not in ("and", "&") or phrase[3].low not in SWAPS:
        return None
    a, b = names.get((phrase[0].low,)), names.get((phrase[2].low,))
    if a is None or b is None or a == b:
        return None
    at = 4
    while at < len(phrase) and at < 7 and (phrase[at].low in {"the", "their"} or phrase[at].low.endswith("s")):
        at += 1
    return (a, b), at


class Reader:
    """Reads the steps of a chain about exchanges."""

    def __init__(self, world: Exchanges) -> None:
        self._world, self.told = world, world.told
        initials: Names = {(who[0].lower(),): who for who in world.start}
        self._names = {**(initials if len(initials) == len(world.start) else {}), **world.names}
        self._when: int | None = None  # the time that the sentence at hand speaks of

    def read(self, steps: Sequence[str]) -> list[Told | None]:
        """Return what each step tells; None where it is not understood, and of all after it."""
        self._done = 0  # exchanges that the chain has told so far
        self._listed = 0  # times at which it has told who holds what without saying when
        self._lists: list[list[tuple[str, str]]] = []
        self._logged = False
        made = list(self._steps(steps))
        # one list at the start and one for each exchange, and no exchange named: then each is of its time
        still = self._lists[:1] == self._lists[1:2]  # the start, told twice
        if None not in made and not still and self._done == 0 and self._listed == len(self._world.events) + 1:
            self._listed, self._logged = 0, True
            made = list(self._steps(steps))
        return made

    def _steps(self, steps: Sequence[str]) -> Iterator[Told | None]:
        lost = False
        for text in steps:
            told = None if lost else self._told(text)
            lost = told is None
            yield told

    def _told(self, text: str) -> Told | None:
        """What a step tells; None where it is not understood, or may not be asserted."""
        statements: list[Statement] = []
        unread: list[Span] = []
        for sentence in sentences(tokens(text)):
            self._when = None
            if self._doubtful(sentence):
                return None
            told = self._sentence(bare(sentence), text)
            if told is None and self._speaks(sentence):
                return None
            statements += told or []
            # a list that leaves somebody out may be wrong by that: it is not approved
            some = bool(told) and 1 < len({str(one.claim.left) for one in told or ()}) < len(self._world.start)
            unread += [] if told and not some else [span(sentence)]
        return Told(tuple(statements), tuple(unread))

    def _speaks(self, sentence: Phrase) -> bool:
        return named(sentence, self._names) or bool(set(low(sentence)) & SWAPS)

    def _doubtful(self, sentence: Phrase) -> bool:
        """Whether a sentence may say a thing without asserting it."""
        said = set(low(sentence))
        asks = sentence[-1].text == "?"
        return bool(said & words.WORLD_HYPOTHESES or ((said & words.WORLD_DOUBTS or asks) and self._speaks(sentence)))

    def _sentence(self, phrase: Phrase, text: str) -> list[Statement] | None:
        """What a sentence states; None where it is not read."""
        world = self._world
        option = chosen(phrase)
        if option is not None:
            thing = world.thing(world.choices[option]) if option in world.choices else None
            if thing is None or world.asked is None:
                return None
            return [self._stated(phrase, text, world.asked, thing, len(world.events))]
        phrase, placed = self._placed(phrase)
        while phrase and (swap := _swap(without(phrase, _LEADS), self._names)) is not None:
            if self._done == len(world.events) or set(swap[0]) != set(world.events[self._done]):
                return None
            self._done += 1
            self._when, placed = self._done, True
            phrase = without(phrase, _LEADS)[swap[1] :]
            phrase = phrase[1:] if phrase and phrase[0].text in (",", ":") else phrase
        if not phrase:
            return [] if placed else None
        entries = self._entries(without(phrase, _SO))
        if entries is None:
            return None
        if self._when is None:
            self._lists.append([(who, thing) for _, who, thing in entries])
        when = self._time() if self._when is None else self._when
        if self._when is None and not self._logged and not self._never(entries):
            return []  # nobody knows of which time
        return [self._stated(entry, text, who, thing, when) for entry, who, thing in entries]

    def _time(self) -> int:
        """The time of a list that says none: one exchange after the list before."""
        self._listed += 1
        return min(self._listed - 1, len(self._world.events))

    def _never(self, entries: list[tuple[Phrase, str, str]]) -> bool:
        """Whether what is listed holds together at no time, so that it is wrong whatever time is meant."""
        times = range(len(self._world.events) + 1)
        return not any(all(self._world.held(who, when) == thing for _, who, thing in entries) for when in times)

    def _placed(self, phrase: Phrase) -> tuple[Phrase, bool]:
        """The phrase without the words that say when: ``At the end of the game,``"""
        said = low(phrase)
        if said[:2] != ("at", "the") or len(said) < 4 or said[2] not in ("start", "beginning", "end"):
            return phrase, False
        if said[3] == "of" and said[5:6] and said[5] not in self._world.occasion:
            return phrase, False  # at the end of the first
        end = 6 if said[3:5] == ("of", "the") or said[3:5] == ("of", "a") else 3
        self._when = len(self._world.events) if said[2] == "end" else 0
        phrase = phrase[end:]
        return (phrase[1:] if phrase and phrase[0].text in (",", ":") else phrase), True

    def _entries(self, phrase: Phrase) -> list[tuple[Phrase, str, str]] | None:
        """Who holds what, as a phrase lists it and nothing else: ``Alice: red, Bob has a blue ball``."""
        at = [i for i, token in enumerate(phrase[:-1]) if self._heads(phrase, i)]
        if not at or at[0] != 0:
            return None
        made: list[tuple[Phrase, str, str]] = []
        for begin, end in zip(at, [*at[1:], len(phrase)], strict=True):
            entry = phrase[begin:end]
            while entry and entry[-1].low in (",", "and"):
                entry = entry[:-1]
            thing = self._world.thing(without(entry[1:], _now() | {":"}))
            if thing is None:
                return None
            made.append((entry, self._names[(entry[0].low,)], thing))
        return made if len({who for _, who, _ in made}) == len(made) else None

    def _heads(self, phrase: Phrase, i: int) -> bool:
        """Whether an entry begins at word ``i``."""
        begins = i == 0 or phrase[i - 1].low in (",", "and")
        goes_on = phrase[i + 1].text == ":" or phrase[i + 1].low in _now()
        return begins and goes_on and phrase[i].capital and (phrase[i].low,) in self._names

    def _stated(self, phrase: Phrase, text: str, who: str, thing: str, when: int) -> Statement:
        return Statement(span(phrase), text[slice(*span(phrase))], self._world.claim(who, thing, when))

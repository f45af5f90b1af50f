"""Orders: things in a row, of which a problem tells what stands where: ``The owl is to the left of the crow.``"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

from verifier.chain import Span
from verifier.kernel.claim import Claim, Domain, Premise, Relation, Standing
from verifier.kernel.term import Int, Op, Sym, Term, app
from verifier.readers.exact.lexicon import words
from verifier.readers.exact.told import Statement, Told
from verifier.readers.exact.worlds.phrases import (
    NUMBERS,
    ORDINALS,
    Phrase,
    Token,
    bare,
    chosen,
    low,
    named,
    options,
    parted,
    sentences,
    span,
    starting,
    tokens,
    without,
)

Words = tuple[str, ...]
Fact = tuple[Relation, Term, Term]


@dataclass(frozen=True, slots=True)
class Axis:
    """The words of one kind of order. ``before``: of what stands nearer to the first place; ``first``: of that place;
    ``ends``: how both ends are called."""

    before: frozenset[Words]
    after: frozenset[Words]
    first: frozenset[Words]
    last: frozenset[Words]
    ends: tuple[frozenset[Words], frozenset[Words]]  # "from END to END", and "the third from the END"


def _words(*texts: str) -> frozenset[Words]:
    return frozenset(tuple(text.split()) for text in texts)


def _graded(more: str, most: str, less: str, least: str, *also: tuple[str, str, str, str]) -> Axis:
    """The axis of an adjective and its opposite."""
    rows = [(more, most, less, least), *also]
    before = _words(*(f"{row[0]} than" for row in rows))
    after = _words(*(f"{row[2]} than" for row in rows))
    top, bottom = _words(*(row[1] for row in rows)), _words(*(row[3] for row in rows))
    return Axis(before, after, top, bottom, (top, bottom))


AXES: Final = (
    Axis(_words("to the left of", "left of"), _words("to the right of", "right of"), _words("leftmost"),
         _words("rightmost"), (_words("left", "leftmost"), _words("right", "rightmost"))),
    Axis(_words("above", "ahead of", "before"), _words("below", "behind", "after"), _words("first"), _words("last"),
         (_words("first"), _words("last"))),
    _graded("newer", "newest", "older", "oldest"),
    _graded("more expensive", "most expensive", "less expensive", "least expensive",
            ("pricier", "priciest", "cheaper", "cheapest")),
    _graded("older", "oldest", "younger", "youngest"),
    _graded("taller", "tallest", "shorter", "shortest"),
    _graded("heavier", "heaviest", "lighter", "lightest"),
    _graded("larger", "largest", "smaller", "smallest", ("bigger", "biggest", "smaller", "smallest")),
    _graded("faster", "fastest", "slower", "slowest"),
    _graded("longer", "longest", "shorter", "shortest"),
)  # fmt: skip

_NOT: Final = (("cannot", "be"), ("can", "not", "be"), ("is", "not"), ("are", "not"), ("can't", "be"))
_IS = frozenset({"is", "are", "finished", "was", "were", "must", "be", "the", "in", "place", "came"})
_PHRASES: Final = (
    ("by", "process", "of", "elimination"),
    ("by", "elimination"),
    ("according", "to", "this", "ordering"),
    ("we", "know", "that"),
    ("we", "previously", "concluded", "that"),
    ("this", "means", "that"),
    ("this", "means"),
)
_LEADS = frozenset({"so", "then", "thus", "therefore", "hence", "now", "next", "also", "and", "finally"})
_ROUND = frozenset({"round", "circle", "circular", "around"})  # the last stands beside the first
_MOST = 7  # things in a row: 5,040 orders


@dataclass(frozen=True, slots=True)
class Order:
    """Things in a row, the words of its order, and what a problem says of it."""

    names: dict[Words, str]  # how a thing is called, and its letter
    axis: Axis
    facts: tuple[Fact, ...]
    choices: dict[str, Phrase]

    @property
    def things(self) -> tuple[str, ...]:
        """The letters, each once, in the order of the problem."""
        return tuple(dict.fromkeys(self.names.values()))

    def premises(self) -> tuple[Premise, ...]:
        """What a claim rests on: every place counts from one to the number of things, no two are one, and the facts."""
        count = len(self.things)
        room = [Premise(f"p.{x}", Standing.FACT, Relation.LE, Sym(x), Int(count)) for x in self.things]
        gaps: Term = Int(1)
        for a, b in combinations(self.things, 2):
            gap = app(Op.SUB, Sym(a), Sym(b))
            gaps = gap if gaps == Int(1) else app(Op.MUL, gaps, gap)
        apart = Premise("p.apart", Standing.FACT, Relation.NE, gaps, Int(0))
        said = [Premise(f"p.w{i}", Standing.FACT, *fact) for i, fact in enumerate(self.facts)]
        return (*said, *room, apart)

    def claim(self, fact: Fact) -> Claim:
        """Return the claim that a fact follows."""
        return Claim(*fact, domain=Domain.NATURAL, premises=self.premises())

    def said(self, phrase: Phrase) -> Fact | None:
        """Return what a phrase says of one thing's place, or of two, and nothing else; None where it says another."""
        return _said(phrase, self.names, self.axis)


def _said(phrase: Phrase, names: dict[Words, str], axis: Axis) -> Fact | None:
    found = starting(phrase, names)
    if found is None or found[1] >= len(phrase):
        return None
    rest = phrase[found[1] :]
    denied = next((len(no) for no in _NOT if low(rest[: len(no)]) == no), 0)
    if rest[0].low not in _IS and not denied:
        return None
    rest = without(rest[denied:], _IS)
    place = _place(low(rest), len(set(names.values())), axis)
    if place is not None:
        return Relation.NE if denied else Relation.EQ, Sym(found[0]), Int(place)
    if denied:
        return None
    for relation, signs in ((Relation.LT, axis.before), (Relation.GT, axis.after)):
        for length in (1, 2, 3, 4):
            if low(rest[:length]) in signs:
                other = starting(rest[length:], names)
                if other is not None and other[1] == len(rest) - length and other[0] != found[0]:
                    return relation, Sym(found[0]), Sym(other[0])
    return None


def _place(said: Words, count: int, axis: Axis) -> int | None:
    """The place that words tell: ``second from the right``, ``third newest``, ``second to last``, ``leftmost``."""
    if said in axis.first:
        return 1
    if said in axis.last:
        return count
    if not said or said[0] not in ORDINALS:
        return None
    number, rest = ORDINALS.index(said[0]) + 1, said[1:]
    if number > count:
        return None
    ranked = axis.first == _words("first")
    if ranked:
        if rest in ((), ("place",)):
            return number
        return count + 1 - number if rest in (("to", "last"), ("from", "last")) and number > 1 else None
    for from_first, ends in ((True, axis.ends[0]), (False, axis.ends[1])):
        if rest in ends or (rest[:2] == ("from", "the") and rest[2:] in ends):
            return number if from_first else count + 1 - number
    return None


def orders(problem: str) -> Reader | None:
    """Return the reader of the steps of a problem that tells of an order and of nothing else; None of another one."""
    found = [bare(one) for one in sentences(tokens(problem))]
    rows = [i for i, one in enumerate(found) if _listed(one)]
    if len(rows) != 1 or not any("order" in low(one) and "fixed" in low(one) for one in found[: rows[0]]):
        return None
    names = _listed(found[rows[0]])
    end = next((i for i in range(rows[0] + 1, len(found)) if low(found[i])[:1] in (("q",), ("options",))), len(found))
    told = found[rows[0] + 1 : end]
    if any(named(one, names) for one in found[: rows[0]]) or not told:
        return None
    if any(set(low(one)) & (words.WORLD_RULES | _ROUND) for one in found[: rows[0] + 1]):
        return None
    for axis in AXES:
        facts = [_said(one, names, axis) for one in told]
        if None not in facts:
            said = tuple(fact for fact in facts if fact is not None)
            return Reader(Order(names, axis, said, options(found[end:])))
    return None


def _listed(sentence: Phrase) -> dict[Words, str]:
    """How the things are called that a sentence lists, and their letters: ``there are three birds: a crow, ...``"""
    if sum(token.text == ":" for token in sentence) != 1:
        return {}
    head, tail = parted(sentence, ":") if len(list(parted(sentence, ":"))) == 2 else ((), ())
    count = next((NUMBERS.index(word) for word in low(head) if word in NUMBERS), 0)
    things = [without(part, frozenset({"a", "an", "the"})) for part in parted(tail, ",", "and")]
    letters = {low(thing): "_".join(low(thing)) for thing in things if thing}
    if not 2 <= count <= _MOST or len(letters) != count or len(things) != count:
        return {}
    if any(not token.text.isalpha() for thing in things for token in thing):
        return {}
    return letters | {(*called[:-1], _other(called[-1])): letter for called, letter in letters.items()}


def _other(word: str) -> str:
    """The singular of a plural in s or es, else the word."""
    if word.endswith("oes") or word.endswith("ches"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


Part = tuple[Phrase, Fact]


class Reader:
    """Reads the steps of a chain about an order."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._tried: frozenset[Fact] = frozenset()  # options that a chain goes through, one after another

    def read(self, steps: Sequence[str]) -> list[Told | None]:
        """Return what each step tells, None where it may not be asserted; then nothing after it is."""
        self._tried = self._gone_through(steps)
        made: list[Told | None] = []
        for text in steps:
            made.append(self._told(text) if None not in made else None)
        return made

    def _gone_through(self, steps: Sequence[str]) -> frozenset[Fact]:
        """The options that sentences of a chain repeat, where there are several: they are named and not asserted."""
        offered = {self._order.said(option) for option in self._order.choices.values()} - {None, *self._order.facts}
        parts = (p for text in steps for one in sentences(tokens(text)) for p in _parts(_led(bare(one))))
        repeated = {fact for part in parts if (fact := self._order.said(part)) in offered and fact is not None}
        return frozenset(repeated if len(repeated) > 1 else ())

    def _told(self, text: str) -> Told | None:
        statements: list[Statement] = []
        unread: list[Span] = []
        for sentence in sentences(tokens(text)):
            facts, left = self._sentence(_led(bare(sentence)))
            if sentence[-1].text == "?":
                facts, left = [], [sentence]  # a question states nothing
            if set(low(sentence)) & words.WORLD_HYPOTHESES or any(self._doubtful(part) for part in left):
                return None
            statements += [Statement(span(p), text[slice(*span(p))], self._order.claim(fact)) for p, fact in facts]
            argued = len(facts) > 1 and len(_parts(_led(bare(sentence)))) > 1  # true parts do not make it an argument
            unread += [span(sentence)] if argued else [span(part) for part in left]
        return Told(tuple(statements), tuple(unread))

    def _doubtful(self, phrase: Phrase) -> bool:
        """Whether what was left unread may say a thing without asserting it."""
        return bool(set(low(phrase)) & words.WORLD_DOUBTS) and named(phrase, self._order.names) and not _open(phrase)

    def _sentence(self, phrase: Phrase) -> tuple[list[Part], list[Phrase]]:
        """The facts that a sentence states, and what of it is left unread."""
        facts: list[Part] = []
        left: list[Phrase] = []
        for part in _parts(phrase):
            option = chosen(part)
            said = self._order.choices.get(option, ()) if option is not None else part
            fact = self._order.said(said)
            if fact is not None and (option is not None or fact not in self._tried):
                facts.append((part, fact))
            elif self._direction(part) is not None:
                here, open_ = self._row(part)
                facts, left = facts + here, left + open_
            else:
                left.append(part)
        return facts, left

    def _row(self, phrase: Phrase) -> tuple[list[Part], list[Phrase]]:
        """What ``from left to right: first can be any bird, second is the owl`` states, and what it leaves open."""
        forward = bool(self._direction(phrase))
        at = next((i for i, token in enumerate(phrase) if token.text in (":", ",")), len(phrase))
        clauses = _clauses(phrase[at + 1 :])
        placed = [(clause, self._placed(clause, forward)) for clause in clauses]
        return [(c, fact) for c, fact in placed if fact is not None], [c for c, fact in placed if fact is None]

    def _direction(self, phrase: Phrase) -> bool | None:
        """Whether places are counted from the first end, where a phrase begins with a direction; None elsewhere."""
        said = low(phrase)
        if said[:1] != ("from",) or "to" not in said:
            return None
        turn = said.index("to")
        stop = next((i for i, word in enumerate(said) if word in (":", ",")), len(said))
        one, other = said[1:turn], said[turn + 1 : stop]
        first, last = self._order.axis.ends
        for end in (one, one + other[1:]):  # "from most to least expensive"
            if end in first and other in last:
                return True
            if end in last and other in first:
                return False
        return None

    def _placed(self, clause: Phrase, forward: bool) -> Fact | None:
        """``fifth is the owl``, and nothing else."""
        if len(clause) < 3 or clause[0].low not in ORDINALS or clause[1].low not in ("is", "are"):
            return None
        found = starting(clause[2:], self._order.names)
        if found is None or found[1] != len(clause) - 2:
            return None
        number = ORDINALS.index(clause[0].low) + 1
        count = len(self._order.things)
        place: Term = Int(number) if forward else app(Op.SUB, Int(count + 1), Int(number))
        return Relation.EQ, Sym(found[0]), place


def _led(phrase: Phrase) -> Phrase:
    """A phrase without the words that only lead to what it says."""
    phrase = without(phrase, _LEADS)
    for lead in _PHRASES:
        if low(phrase[: len(lead)]) == lead:
            phrase = without(phrase[len(lead) :], _LEADS | {","})
    return phrase


def _parts(phrase: Phrase) -> list[Phrase]:
    """The parts of ``X, so Y`` and of ``Since X, Y``."""
    since = low(phrase[:1]) in (("since",), ("because",))
    cuts = [
        i for i, token in enumerate(phrase) if token.text == "," and (since or low(phrase[i + 1 : i + 2]) == ("so",))
    ]
    ends = [-1, *cuts, len(phrase)]
    parts = [_led(bare(phrase[a + 1 : b])) for a, b in pairwise(ends)]
    return [without(part, frozenset({"since", "because"})) for part in parts if part]


def _clauses(phrase: Phrase) -> list[Phrase]:
    """The clauses of a row: a new one begins at an ordinal after a comma or ``then`` behind a clause with a verb."""
    made: list[list[Token]] = [[]]
    for i, token in enumerate(phrase):
        begins = token.low in ORDINALS and i and phrase[i - 1].low in (",", "then", "and")
        if begins and any(t.low in ("is", "are", "be") for t in made[-1]):
            made.append([])
        made[-1].append(token)
    clauses = []
    for part in made:
        clause = without(bare(tuple(part)), _LEADS)
        while clause and clause[-1].low in ("then", ",", "and"):
            clause = clause[:-1]
        if clause:
            clauses.append(clause)
    return clauses


def _open(clause: Phrase) -> bool:
    """Whether a clause only says what may stand somewhere: ``first and second can be any bird``."""
    said = low(clause)
    if "can" not in said or said[said.index("can") + 1 : said.index("can") + 2] != ("be",):
        return False
    return set(said[: said.index("can")]) <= {*ORDINALS, ",", "and", "or", "to", "through", "the"}

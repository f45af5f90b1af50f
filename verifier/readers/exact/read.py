"""Reading: a step's text to the formulas it holds, each with span, role and doubts, and the spans left unread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, takewhile
from typing import Final

from verifier.chain import Span
from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Const, Head, Node, Sym, free_names, walk_expr
from verifier.mathtext.characters import digit, hidden
from verifier.mathtext.drawings import undrawn
from verifier.mathtext.guards.guard import Abstention
from verifier.mathtext.guards.notation import POINTS_TOLD
from verifier.mathtext.language import is_read
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.measures import akin
from verifier.mathtext.lexicon.signs import Kind
from verifier.mathtext.markdown import unmarked
from verifier.mathtext.notation.applied import substituted
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.mathtext.notation.vectors import OTHERWISE, POINTS
from verifier.mathtext.numerals import Token
from verifier.mathtext.scan import MAX_LENGTH, scan
from verifier.mathtext.systems import unbraced
from verifier.mathtext.torn import mended, torn
from verifier.mathtext.wrapped import unwrapped
from verifier.readers.exact.discourse.assertions import frame_of
from verifier.readers.exact.discourse.broken_lines import Fragments, ending, fragments, guarded_lines
from verifier.readers.exact.discourse.conversions import converted, packed
from verifier.readers.exact.discourse.linking import read_besides
from verifier.readers.exact.discourse.modes import (
    mentions,
    named_moduli,
    redefines,
    rejects,
    sets_clock,
    sets_digits,
    sets_mode,
    sets_modulus,
    stars,
    takes_back,
    whole_numbers,
)
from verifier.readers.exact.discourse.operations import work_before
from verifier.readers.exact.discourse.roles import binds, clause_words, role_of
from verifier.readers.exact.discourse.rootlists import written_out
from verifier.readers.exact.discourse.sentences import Link, Sentence, itemize, sentences
from verifier.readers.exact.discourse.spread import choices, spread
from verifier.readers.exact.guards.caution import doubts_of, is_led, is_rewriting, is_told, qualms_of
from verifier.readers.exact.guards.numbered_lines import guarded_numbers, numbered_lines, otherwise
from verifier.readers.exact.guards.obstacles import hurdles_of, hurts, test_obstacles, tests
from verifier.readers.exact.guards.table import DEFEATERS, GUARDS
from verifier.readers.exact.items.items import Item, carried_on
from verifier.readers.exact.reading import COMPLEX, NOTHING, Ending, Formula, Reading


def unit_qualms(left: PlacedExpr, right: PlacedExpr) -> list[Abstention]:
    """Whether a computation without units is compared with so many dozen, cents or millions."""
    a, b = left.units, right.units
    if scales := (a ^ b) & words.SCALES:
        return [GUARDS["scaled-result"](" ".join(sorted(scales)))]
    if left.mixed and a & b and a - b and not (a | b) & words.MEASURES and packed(left.term, right.term):
        return [GUARDS["holds-more"]()]  # 4 bags + 3 apples = 23 apples
    if not (a and b) or b & a or (a | b) & words.MEASURES or _derived(left, right):
        return []
    return [GUARDS["other-things"]()]


def unit_doubts(left: PlacedExpr, right: PlacedExpr) -> list[Abstention]:
    """Whether both sides can be compared as numbers: ``12 = 1 dozen`` and ``10 cm = 10 m`` cannot."""
    a, b = left.units, right.units
    scaled = bool(a & b & words.SCALES)  # 3 dozen * 3 dozen
    if any((_sum(side) or scaled) and side.mixed and side.units & words.SCALES for side in (left, right)):
        return [GUARDS["counted-in-different-ways"]()]
    if a and b and not b & a and not _derived(left, right) and ((a | b) & words.MEASURES or not left.compound):
        return [GUARDS["units-differ"](f"{' '.join(sorted(a))} and {' '.join(sorted(b))}")]
    if akin(a, b) and not (_sum(left) or _sum(right)):
        return [GUARDS["units-of-one-kind"]()]
    return []


def turned_rates(text: str, left: PlacedExpr, right: PlacedExpr) -> list[Abstention]:
    """Whether both sides are rates of the same two units, the one by the other and the other way round: ``5 m/s`` and
    ``5 s/m``. ``text``: in which they stand."""
    if left.units != right.units or "per" not in left.units or len(left.units) < 3:
        return []
    by = [_divisor(text[side.start : side.end]) for side in (left, right)]
    return [] if by[0] == by[1] else [GUARDS["rate-turned-round"]()]


def _divisor(text: str) -> str:
    """The unit after the last stroke or *per* that stands before a word."""
    words_ = text.replace("/", " / ").lower().split()
    after = [b for a, b in pairwise(words_) if a in ("/", "per") and b[:1].isalpha()]
    return words.lemma(after[-1].strip(".,;:!?)]}$\\")) if after else ""


def _derived(left: PlacedExpr, right: PlacedExpr) -> bool:
    """Whether units are multiplied on the left, and on the right stands one that they may make: ``2 F * 3 V``."""
    return left.mixed and not right.mixed and len(right.units) == 1 and right.units <= words.DERIVED


def _sum(side: PlacedExpr) -> bool:
    return isinstance(side.term, Node) and side.term.head in (Head.ADD, Head.SUB)


def symbols(left: PlacedExpr, right: PlacedExpr) -> frozenset[str]:
    """Return the single letters that are read as units on one side, of whose other side no unit is known,
    and so may be letters that stand for numbers."""
    if left.units and right.units:
        return frozenset()
    return frozenset(unit for unit in left.units | right.units if unit in words.SYMBOLS and len(unit) == 1)


_MARKS: Final = frozenset({",", ";", "&", "and", "or", "then"})
_RELATIONS: Final = "=<>≤≥≈≠≡"
_MULTIPLES: Final = frozenset({"multiple", "multiples"})
_COUNTS: Final = _MULTIPLES | {"divisor", "divisors", "factor", "factors"}


def listed(sentence: Sentence, link: Link, text: str) -> list[Abstention]:
    """Return why a link of a sentence may be no relation between two numbers."""
    items = sentence.items
    together = any(item.kind == "word" and item.text.lower() == "respectively" for item in items)
    together = together or _member_follows(items, link.end) or _goes_on(text, items[link.end].end)
    found = [GUARDS["lists"]()] if together else []
    return found + ([GUARDS["divisors-counted"]()] if _counts(sentence, link) else [])


def _member_follows(items: tuple[Item, ...], last: int) -> bool:
    """Whether an expression that is in no relation follows a chain, behind the marks of a list: ``= 6, 4``."""
    segment: list[Item] = []
    for item in (*items[last + 1 :], None):
        if item is not None and item.kind in ("expr", "rel"):
            segment.append(item)
            continue
        if len(segment) == 1 and segment[0].kind == "expr":
            return True
        segment = []
        if item is None or not (item.kind in ("punct", "word") and item.text.lower() in _MARKS):
            return False
    return False


def _goes_on(text: str, at: int) -> bool:
    """Whether a semicolon follows, which ends a sentence, and behind it stands a number and no relation: ``= 6; 4``."""
    rest = text[at : at + 60].replace("\\", " ").replace("$", " ").lstrip()
    member = rest[1:].partition("\n")[0].partition(";")[0].partition(". ")[0] if rest.startswith(";") else ""
    lone = digit(member.strip()[:1]) or digit(member.strip("-−( ")[:1])
    return lone and not any(sign in member for sign in _RELATIONS)


def _counts(sentence: Sentence, link: Link) -> bool:
    """Whether a chain begins with a numeral, among words of divisors: ``Divisors: 12 = 3 · 2 = 6``. A number has fewer
    divisors than twice its square root."""
    first = sentence.items[link.start]
    said = {item.text.lower() for item in sentence.items if item.kind == "word"}
    said |= frozenset[str]().union(*(item.expr.units for item in sentence.items if item.expr is not None))
    if not digit(first.text) or not said & _COUNTS:
        return False
    if said & _MULTIPLES or first.expr is None:
        return True
    try:
        return value(link.right.term, {}) ** 2 <= 4 * abs(value(first.expr.term, {}))
    except NotEvaluated:
        return True


def read(
    text: str,
    known: Callable[[str], bool] = lambda word: False,
    unknown: str = "",
    before: Ending = NOTHING,
    numbers: frozenset[str] = frozenset(),
) -> Reading:
    """Return the reading of ``text``; of one in another language than English nothing is read. ``known`` tells the
    words of the problem's story, ``unknown`` the letter that its equation is in, ``before`` what the text before ended
    with, ``numbers`` the letters that are known to be numbers."""
    if len(text) > MAX_LENGTH:
        return unread(text)
    if not is_read([text]):
        return unread(text, foreign=True)
    whole = mended(text)
    clean = text if whole is None else whole.text
    shown = unwrapped(unmarked(undrawn(unbraced(clean))))
    found = _read(shown, known, unknown, before, numbers)
    if whole is not None:
        return relocated(found, whole.before, text)
    return found if shown == text else relocated(found, None, text)


def unread(text: str, foreign: bool = False) -> Reading:
    """Return the reading of a text of which nothing is read. ``foreign``: since it is in another language."""
    return Reading(unread=((0, len(text)),) if text else (), foreign=foreign)


def _read(text: str, known: Callable[[str], bool], unknown: str, before: Ending, numbers: frozenset[str]) -> Reading:
    plain, annotations = _calculator(written_out(scan(text), unknown))
    veiled = (GUARDS["hidden-characters"](),) if hidden(text) else (GUARDS["torn-command"](),) if torn(text) else ()
    formulas: list[Formula] = []
    unread: list[Span] = []
    loose = 0
    everything: list[Sentence] = []
    items = carried_on(itemize(plain, text, numbers), before.expr)
    broken, numbering = fragments(items, text, before), numbered_lines(text, before.counted)
    everything += sentences(items)
    for tokens in annotations:
        everything += sentences(itemize(tokens, text, numbers))
    so_far: frozenset[str] = frozenset()
    denied = any(item.text.lower() in words.DENIALS for sentence in everything for item in sentence.items)
    for sentence in everything:
        so_far |= frozenset(item.text.lower() for item in sentence.items if item.kind == "word")
        tested = tests(so_far) or (denied and bool(so_far & words.ASKING))
        found = _formulas(sentence, text, known, veiled, tested, denied)
        loose += len(sentence.loose)
        formulas += [guarded_numbers(guarded_lines(one, broken), numbering) for one in found]
        unread += _unread(sentence, broken, text)
    formulas.sort(key=lambda f: (f.span, f.position))
    if so_far & COMPLEX or any(map(known, COMPLEX)):
        formulas = with_unit(formulas)
    if veiled:
        unread = [(0, len(text))]
    seen = [item for sentence in everything for item in sentence.items]
    formulas, after = since(formulas, seen)
    return Reading(
        formulas=tuple(formulas),
        unread=tuple(_merge(unread)),
        numerals=tuple(item.expr for item in seen if item.expr is not None),
        words=tuple((item.text.lower(), item.start) for item in seen if item.kind == "word"),
        mode=sets_mode(plain) or any(_own_operation(formula) for formula in formulas),
        stars=stars(plain, text) or mentions(plain, text) or any(redefines(sentence.items) for sentence in everything),
        loose=loose,
        takebacks=tuple(at for sentence in everything if (at := takes_back(sentence)) is not None),
        rejections=tuple(at for sentence in everything if (at := rejects(sentence)) is not None),
        modulus=sets_modulus(plain),
        digits=sets_digits(plain),
        clock=sets_clock(plain),
        whole=whole_numbers(plain),
        named=named_moduli(plain),
        vocabulary=frozenset(token.text.lower() for token in plain if token.kind is Kind.WORD),
        after=after,
        ending=replace(ending(items, text), counted=numbering.counted),
        linked=frozenset(one.items[i].start for one in everything for i in read_besides(one)),
    )


@lru_cache(maxsize=4)
def read_problem(problem: str) -> Reading:
    """Return the reading of a problem, which is asked for by all that hold a chain against it."""
    return read(problem)


def since(formulas: list[Formula], items: list[Item]) -> tuple[list[Formula], tuple[str, ...]]:
    """Return the formulas, in order, each with what was said since the one before; and what was said after the last.

    A word and a lone letter stand for themselves in lower case, ``#`` for another expression, ``.`` for an end, ``=>``
    for an arrow, ``?`` for what was not read.
    """
    waiting = iter(sorted(items, key=lambda item: item.start))
    item = next(waiting, None)
    made: list[Formula] = []
    for formula in formulas:
        between: list[Item] = []
        while item is not None and item.start < formula.span[1]:
            between += [item] if item.end <= formula.span[0] else []
            item = next(waiting, None)
        line = bool(made) and {one.kind for one in between} - {"punct"} == {"break"}
        made.append(replace(formula, before=tuple(filter(None, map(_spoken, between))), line=line))
    rest = tuple(filter(None, [] if item is None else [_spoken(item), *map(_spoken, waiting)]))
    follows = [*(formula.before for formula in made[1:]), rest]
    sentence = [tuple(takewhile(lambda word: word != _SPOKEN["break"], said)) for said in follows]
    return [replace(formula, after=said) for formula, said in zip(made, sentence, strict=False)], rest


_SPOKEN = {"word": "", "expr": "#", "bad": "?", "rel": "?", "link": "=>", "modulus": "?", "marker": ".", "break": ".",
           "punct": ".", "paren": "?"}  # fmt: skip


def _spoken(item: Item) -> str:
    if item.kind == "word":
        return item.text.lower()
    if item.expr is not None and isinstance(item.expr.term, Sym) and len(item.text) == 1:
        return item.text.lower()
    if item.kind == "punct":
        return "." if item.text in ".;" else "" if item.text in ",:" else "?"
    return _SPOKEN[item.kind]


def _own_operation(formula: Formula) -> bool:
    """Whether a product of two letters is set equal to something else in them: ``a * b = a + b`` gives the sign a
    meaning."""
    match formula.left.term:
        case Node(Head.MUL, (Sym(a), Sym(b))) if a != b and formula.text[:1].isalpha():
            starred = any(star in formula.text.partition("=")[0] for star in "*∗")
            others = formula.right.term.free
            if formula.words & (words.REWORKING | words.CONCLUDING):
                return False  # it was worked out
            return starred and formula.relation is Head.EQ and others == {a, b} and formula.right.compound
    return False


def with_unit(formulas: list[Formula]) -> list[Formula]:
    """Return the formulas with the letter i read as the imaginary unit, unless one of them gives it a value."""
    unit = Sym("i")
    if any(unit in (f.left.term, f.right.term) and f.relation is Head.EQ for f in formulas):
        return formulas
    return [
        replace(f, left=_with_unit(f.left), right=_with_unit(f.right))
        if unit.name in free_names(f.left.term, f.right.term)
        else f
        for f in formulas
    ]


def among_complex(reading: Reading) -> Reading:
    """Return the reading with a doubt on every formula that says another thing, or nothing, of complex letters: an
    order, or a logarithm or a root, of which the principal value is meant."""
    return replace(reading, formulas=tuple(map(_among_complex, reading.formulas)))


def _among_complex(formula: Formula) -> Formula:
    sides = (formula.left.term, formula.right.term)
    many = any(
        isinstance(t, Node) and t.head in (Head.LOG, Head.SQRT, Head.ROOT) and t.free
        for side in sides
        for t in walk_expr(side)
    )
    if not free_names(*sides) or not (many or formula.relation not in (Head.EQ, Head.NE, Head.APPROX)):
        return formula
    return replace(formula, doubts=(*formula.doubts, GUARDS["complex-letters"]()))


def _with_unit(side: PlacedExpr) -> PlacedExpr:
    return replace(side, term=substituted(side.term, "i", Const("i")))


def _calculator(tokens: list[Token]) -> tuple[list[Token], list[list[Token]]]:
    """Part the annotations ``<<48/2=24>>`` from the text around them."""
    plain: list[Token] = []
    inside: list[list[Token]] = []
    open_ = False
    for token in tokens:
        if token.kind is Kind.CALC:
            if token.text == "<<":
                inside.append([])
            open_ = token.text == "<<"
        else:
            (inside[-1] if open_ else plain).append(token)
    return plain, [group for group in inside if group]


def _formulas(
    sentence: Sentence,
    text: str,
    known: Callable[[str], bool],
    veiled: tuple[Abstention, ...],
    tested: bool,
    denied: bool,
) -> list[Formula]:
    if not sentence.links:
        return []
    standing = hurdles_of(sentence, known)
    vocabulary = frozenset(item.text.lower() for item in sentence.items if item.kind == "word")
    found = []
    for said in (one for written in choices(sentence) for one in spread(written)):
        link, plain = converted(said, known, vocabulary)
        span = (link.left.start, link.right.end)
        clause = frozenset(clause_words(sentence, link.at))
        doubts = (
            *doubts_of(sentence, link),
            *unit_doubts(link.left, link.right),
            *turned_rates(text, link.left, link.right),
            *veiled,
        )
        qualms = (*qualms_of(sentence, link), *unit_qualms(link.left, link.right), *listed(sentence, link, text))
        role, first = role_of(sentence, link), sentence.items[link.start].expr
        hurdles = [hurdle.why for hurdle in standing if hurts(hurdle, sentence, link)]
        hurdles += test_obstacles(sentence, link, tested, denied)
        formula = Formula(
            span=span,
            text=text[slice(*span)],
            role=role,
            relation=link.relation,
            left=link.left,
            right=link.right,
            position=link.position,
            doubts=doubts,
            qualms=qualms,
            obstacles=tuple(hurdles),
            words=vocabulary,
            clause=clause,
            led=is_led(sentence, link),
            rewriting=is_rewriting(sentence, link),
            follows_letter=isinstance(first.term, Sym) and len(first.term.name) == 1 if first is not None else False,
            modular=link.modular or link.based,
            head=first.term.free if first is not None else link.left.term.free,
            told=is_told(sentence, link),
            otherwise=(*otherwise(sentence, link, text), *plain, *link.left.otherwise),
            choice=link.choice,
            named=first is None,  # words, which are one quantity
            closes=_closes(sentence, link),
            binds=binds(sentence),
            work=None if link.position else work_before(sentence.items, link.start),
            frame=frame_of(sentence, link, known),
        )
        formula = formula.without(DEFEATERS["remainder-told"]) if link.told else formula
        points = vocabulary & POINTS and not vocabulary & OTHERWISE
        found.append(formula.without(POINTS_TOLD) if points else formula)
    return found


def _closes(sentence: Sentence, link: Link) -> bool:
    """Whether the chain of a link goes on after it, and ends with a number: ``A = B = 0``."""
    last = sentence.items[link.end].expr
    return link.end > link.to and last is not None and not last.term.free


def _unread(sentence: Sentence, broken: Fragments, text: str) -> list[Span]:
    """The spans of words that were neither read nor inert, of marks not understood, and of expressions in no
    formula."""
    used = {i for link in sentence.links for i in (link.at, link.to)} | sentence.labels
    used |= read_besides(sentence)
    used |= {i for link in choices(sentence) if link.choice for i in range(link.start, link.end)}
    spans, modular = [], any(link.modular for link in sentence.links)
    for i, item in enumerate(sentence.items):
        words_only = item.kind == "word" and words.inert(item.text)
        if (
            i in used
            or words_only
            or item.kind in ("punct", "break", "link", "paren")
            or (item.kind == "rel" and i not in sentence.loose)
        ):
            continue
        if (item.kind == "marker" and _lists(sentence, i, broken, text)) or (item.kind == "modulus" and modular):
            continue
        spans.append((item.start, item.end))
    return spans


def _lists(sentence: Sentence, i: int, broken: Fragments, text: str) -> bool:
    """Whether a list marker is nothing else for who reads Markdown, and no line before it may go on there."""
    marker, after = sentence.items[i], sentence.items[i + 1] if i + 1 < len(sentence.items) else None
    if marker.text != "doubtful":
        return marker.text != "open"
    sign = text[marker.start]
    if after is None or after.expr is None or sign in "+|":
        return False
    if after.region <= 0 and digit(text[after.start]) and sign != "-":
        return False  # 2. 5 + 3 may be a decimal
    return after.start not in broken.carried and after.start not in broken.starts


def _merge(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def relocated(reading: Reading, place: Callable[[int], int] | None, text: str) -> Reading:
    """Return the reading of a cleaned text with the places of ``text`` (None: they are the same) and its spelling."""
    if place is None:
        quoted = tuple(replace(formula, text=text[slice(*formula.span)]) for formula in reading.formulas)
        return replace(reading, formulas=quoted)

    def span(old: Span) -> Span:
        return place(old[0]), place(old[1])

    def expr(old: PlacedExpr) -> PlacedExpr:
        return replace(old, start=place(old.start), end=place(old.end))

    def formula(old: Formula) -> Formula:
        new = span(old.span)
        return replace(old, span=new, text=text[slice(*new)], left=expr(old.left), right=expr(old.right))

    return replace(
        reading,
        formulas=tuple(map(formula, reading.formulas)),
        unread=tuple(map(span, reading.unread)),
        numerals=tuple(map(expr, reading.numerals)),
        words=tuple((word, place(at)) for word, at in reading.words),
        takebacks=tuple(map(place, reading.takebacks)),
        rejections=tuple(map(place, reading.rejections)),
    )

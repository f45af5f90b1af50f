"""Whole chains read: the context that a problem opens, and each step's reading in it. What sets a mode anywhere sets it
for the whole chain."""

from __future__ import annotations

from collections.abc import Callable

from verifier.chain import Chain
from verifier.mathtext.guards.notation import CHOOSING
from verifier.mathtext.language import is_read
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.phrases import has_phrase, names_a_field, spoken
from verifier.readers.exact.claims.answers import named, with_answers
from verifier.readers.exact.claims.context import Context, of_problem
from verifier.readers.exact.claims.given.named_roots import letters_of_roots
from verifier.readers.exact.claims.solutions import equation_of, with_roots
from verifier.readers.exact.discourse.discourse import speaks_of_others
from verifier.readers.exact.discourse.modes import joined
from verifier.readers.exact.guards.letters import commuting, namesakes
from verifier.readers.exact.guards.quantities import counted
from verifier.readers.exact.guards.quantities.shares import of_shares
from verifier.readers.exact.read import among_complex, read, read_problem, unread
from verifier.readers.exact.reading import COMPLEX, NOTHING, Formula, Reading

_SIGNS = (
    "//",
    "==",
    "+=",
    "-=",
    " *= ",
    " /= ",
    " %= ",
    " != ",
    "`",
    "<<",
    ">>",
    '"+',
    '" +',
    '+"',
    '+ "',
    "+ '",
    "' +",
)
"""Signs of code, whatever stands beside them."""

_SHAPES = ("9-bit", "9 bit", "9bit", "9 % 9", "a % 9", ") % 9", "9 % (", ") % (", "a % a", "9 % a", "a++", "a--;",
           "a--,", "a--\n", "a-- ", " =a9+", " =a9*", " =a9-", " =a9/")  # fmt: skip
"""Shapes of code: a digit is written 9, a letter stands for any, and ``9-bit`` for itself."""

_LANGUAGES = ("In C,", " in C,", " in C?", "In C:", "In R,", "In Go,", " in Go,", " in Go?", "In Go ", "C++", "C#")
"""Languages with names that a set, a point or a verb may have."""

_TYPES = ("u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "f32", "f64")


def speaks_of_programs(text: str) -> bool:
    """Return whether a problem or a step speaks of a program or of a machine's numbers, or is written like code."""
    named = any(name in f" {text}" for name in _LANGUAGES)
    return named or has_phrase(spoken(text), "PROGRAMS") or _coded(_unmarked(text).lower())


def _coded(plain: str) -> bool:
    nines = "".join("9" if c.isdigit() else c for c in plain)
    shape = "".join("a" if c.isalpha() else c for c in nines) + "\n"
    if any(sign in plain for sign in _SIGNS) or any(known in nines or known in shape for known in _SHAPES):
        return True
    return any(_numeral(run) or run.endswith(_TYPES) for run in _runs(plain))


def _runs(plain: str) -> list[str]:
    """The runs of letters and digits."""
    return "".join(c if c.isalnum() else " " for c in plain).split()


def _numeral(run: str) -> bool:
    """Whether a numeral is written as in code: ``0x1f``, ``0b101``; the product of 0 and x is not."""
    hexadecimal = run.startswith("0x") and len(run) > 2 and all(c in "0123456789abcdef" for c in run[2:])
    return hexadecimal or (run.startswith("0b") and len(run) > 2 and set(run[2:]) <= {"0", "1"})


def _unmarked(text: str) -> str:
    """The text without what only looks like code: calculator annotations ``<<2*3=6>>``, drawings, ruled lines."""
    for opens, closes in (("[asy]", "[/asy]"), ("<<", ">>")):
        pieces = text.split(opens)
        text = pieces[0] + "".join(_behind(piece, opens, closes) for piece in pieces[1:])
    while "===" in text:
        text = text.replace("===", "=")
    return " " + text.replace("://", "").replace("---", "")


def _behind(piece: str, opens: str, closes: str) -> str:
    """What stands behind the mark that closes; all of it, where none does or nothing is worked out inside."""
    inside, found, after = piece.partition(closes)
    worked = bool(found) and (opens != "<<" or "=" in inside)
    return " " + after if worked else opens + piece


def opened(chain: Chain, done: Callable[[int], None] = lambda count: None) -> tuple[Context, list[Reading]]:
    """Return the context that a problem opens, and every step read. ``done`` hears how many are read."""
    context = of_problem(chain.problem)
    equation = equation_of(context.premises)
    unknown = "" if equation is None else equation[1]
    plain: list[Reading] = []
    understood = is_read([chain.problem, *(step.text for step in chain.steps)])
    for step in chain.steps:
        before = plain[-1].ending if plain else NOTHING
        found = read(step.text, context.known, unknown, before, context.divided) if understood else None
        plain.append(found or unread(step.text, foreign=True))
        done(len(plain))
    plain = of_shares(commuting.guarded(counted.guarded(plain, context.vocabulary), context.vocabulary))
    texts = [step.text for step in chain.steps]
    roots = letters_of_roots(chain.problem)
    plain = namesakes.guarded(texts, plain, read_problem(chain.problem), roots)
    context.rooted = roots
    plain = namesakes.among_coefficients(plain, roots)
    readings = with_roots(plain, context.premises)
    meant = named(chain.problem, read_problem(chain.problem), context.premises, readings)
    readings = with_answers(texts, readings, meant)
    said = {word for reading in readings for word, _ in reading.words}
    if said & COMPLEX or any(map(context.known, COMPLEX)):
        readings = list(map(among_complex, readings))
    context.mode = context.mode or any(reading.mode for reading in readings)
    empty = any(sign in step.text for step in chain.steps for sign in ("∅", "\\emptyset", "\\varnothing"))
    context.barren = empty or bool((said | context.vocabulary) & words.BARREN)
    context.modular = context.modular or any(reading.modulus for reading in readings)
    context.digits = context.digits or any(reading.digits for reading in readings)
    context.clock = context.clock or any(reading.clock for reading in readings)
    context.moduli = context.moduli.union(*(reading.whole for reading in readings))
    for reading in readings:
        context.named = joined(context.named, reading.named)
    texts = [chain.problem, *(step.text for step in chain.steps)]
    context.programs = any(map(speaks_of_programs, texts))
    context.own_notation = any(map(names_a_field, texts))
    context.others = speaks_of_others(chain.problem, texts[1:], context.known)
    return context, readings


def chosen(formula: Formula, context: Context) -> Formula:
    """Return the formula, in which C(52, 5) counts where the chain speaks of choosing."""
    return formula.without(CHOOSING) if context.heard & words.CHOOSING else formula

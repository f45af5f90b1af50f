"""Whether translations were made apart: what answers another request is, and else what says something else.

Two answers to two requests, drawn at a temperature above 0, are apart even if they say the same: independent answers
that agree to the letter agree most. That the file tells the truth about its requests is the caller's word, or is
checked against the answers that are kept here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from verifier.asking.kept import Kept
from verifier.checkers.lean.toolchain.cache import cache_root
from verifier.kernel.expr import Sym, walk_expr
from verifier.language.expressions.spell import spell
from verifier.language.formal_chain import Author, FormalChain, Spelled

IsKnown = Callable[[Author], bool]
"""Whether an author's request is one that was answered."""


def copies(chains: Sequence[FormalChain], is_known: IsKnown = bool) -> list[int | None]:
    """Return for each translation the place of an earlier one that it is a copy of, or None.

    One that answers the same request is a copy. So is one that says the same, unless both name the requests that they
    answer, and these differ, were drawn at a temperature above 0, and are known.
    """
    found: list[int | None] = []
    said = [content(chain) for chain in chains]
    for i, chain in enumerate(chains):
        same = (
            j for j in range(i) if found[j] is None and _is_copy(chain.by, chains[j].by, said[i] == said[j], is_known)
        )
        found.append(next(same, None))
    return found


def default_file() -> Path:
    """Return the file of the user's cache that keeps what models answered."""
    return cache_root() / "translations.sqlite"


def is_answered(by: Author) -> bool:
    """Return whether the answer to an author's request is kept here. Raises: NotKept: where the file breaks."""
    if not default_file().is_file():
        return False
    with Kept(default_file()) as kept:
        return kept.has(by.request)


def _is_copy(one: Author, other: Author, same: bool, is_known: IsKnown) -> bool:
    if one.request and _drawn(one) == _drawn(other):
        return True
    drawn = all(by.request and (by.temperature or 0.0) > 0.0 for by in (one, other))
    return same and not (drawn and is_known(one) and is_known(other))


def _drawn(by: Author) -> tuple[str, str, str]:
    return by.request, by.sample, by.name


def content(chain: FormalChain) -> object:
    """Return what a translation says: equal for copies, whoever signs them, however they are spaced, and whatever the
    variables are called.

    Quotes, kinds of facts, units and what names mean in words are no part of it: a copy with other ones is a copy.
    """
    numbered: dict[str, str] = {}
    for name in _names(chain):
        if name in chain.variables:
            numbered.setdefault(name, f"#{len(numbered)}")
    types = tuple(
        (one.type, one.args, () if one.body is None else _said([one.body], numbered))
        for one in (chain.variables[name] for name in numbered)
    )
    facts = frozenset(one for fact in chain.facts for one in _said(fact.said, numbered))
    steps = tuple(
        tuple((s.role, _said(s.said, numbered), s.until, s.of) for s in step.statements) for step in chain.steps
    )
    return types, facts, _said(chain.asks, numbered), steps


def _names(chain: FormalChain) -> Iterable[str]:
    """The names that occur free in each statement, question and fact, in order."""
    said = [one for _, _, statement in chain.statements() for one in statement.said]
    said += [*chain.asks, *(one for fact in chain.facts for one in fact.said)]
    for one in said:
        if one.expr is not None:
            yield from (
                part.name for part in walk_expr(one.expr) if isinstance(part, Sym) and part.name in one.expr.free
            )


def _said(said: Iterable[Spelled], names: dict[str, str]) -> tuple[str, ...]:
    """The expressions as the printer spells them, under other names; what spells nothing, as it was written but for
    white space."""
    return tuple("".join(one.text.split()) if one.expr is None else _renamed(spell(one.expr), names) for one in said)


def _renamed(text: str, names: dict[str, str]) -> str:
    """A text with each word that is a name under its other one."""
    found, word = [], ""
    for char in f"{text} ":
        if char.isalnum() or char == "_":
            word += char
        else:
            found += [names.get(word, word), char]
            word = ""
    return "".join(found)

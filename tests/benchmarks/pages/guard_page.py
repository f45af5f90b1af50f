"""The page of the guards of the exact reading, in parts, made from their registry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from verifier.mathtext.guards.guard import Blocks, Case, Defeater, Guard
from verifier.readers.exact.guards.table import registered

BLOCKED: Final[Mapping[Blocks, str]] = {
    Blocks.DECISION: "Nothing is decided",
    Blocks.REFUTATION: "No refutation is believed",
    Blocks.ACCUSATION: "A refutation is not held against the step",
    Blocks.APPROVAL: "The step is not approved",
}
HEAD: Final = ("code", "why", "fires on", "not on")


def guard_parts(table: Callable[[tuple[str, ...], Sequence[tuple[str, ...]]], str]) -> Iterator[str]:
    """Yield the parts of the page; ``table`` writes one of a head and rows."""
    known = registered()
    yield (
        "A guard is a named reason of the exact reading not to decide, to refute, to accuse or to approve. "
        "`verifier explain` shows by code which were raised. "
        "In the examples, a problem and the steps of a chain have ▸ between them (the last step is looked at), and ⏎ "
        "is the end of a line. `{}` stands for words of the text."
    )
    for blocks, title in BLOCKED.items():
        yield f"## {title}"
        yield table(HEAD, [_row(one) for one in known if isinstance(one, Guard) and one.blocks is blocks])
    yield "## Taken back"
    yield "A defeater takes back what other guards raised."
    yield table(("takes back", *HEAD), [_defeats(one) for one in known if isinstance(one, Defeater)])


def _defeats(one: Defeater) -> tuple[str, ...]:
    return ", ".join(f"`{guard.code}`" for guard in one.defeats), *_row(one)


def _row(one: Guard | Defeater) -> tuple[str, ...]:
    return f"`{one.code}`", one.message, "; ".join(map(_case, one.fires)), "; ".join(map(_case, one.silent))


def _case(case: Case) -> str:
    """An example on one line, as code."""
    text = case if isinstance(case, str) else " ▸ ".join(part for part in case if part)
    plain = "".join(c if c.isprintable() else "⏎" if c == "\n" else f"<{ord(c):x}>" for c in text)
    mark = "``" if "`" in plain else "`"
    return f"{mark}{plain}{mark}"

"""What is put before the gate: a candidate, with its challenge or alone."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.proofs.scanning.lean_lexer import Unterminated, Word, words

OPENERS = frozenset(
    {
        "import", "theorem", "lemma", "open", "namespace", "section", "def", "abbrev", "private", "protected",
        "variable", "universe", "set_option", "@", "structure", "inductive", "class", "instance", "noncomputable",
        "local", "mutual",
    }
)  # fmt: skip
"""Words with which a file begins, and hardly a proof."""

TERMS = frozenset({"by", "fun", "λ", "nofun", "nomatch"})
"""Words with which a proof begins that is a term, and no tactic."""

TARGET = "target"


@dataclass(frozen=True, slots=True)
class Case:
    """One candidate. ``challenge`` None: no statement is asked for, all that the candidate proves is checked.

    ``place``: the candidate's file, for reports; ``before``: lines of ``candidate`` that are not of that file.
    """

    id: str
    candidate: bytes
    challenge: bytes | None = None
    place: str = ""
    before: int = 0


def composed(id: str, statement: str, proof: str, place: str) -> Case:
    """Return the case of a row: the statement becomes the challenge, the proof stands in for its ``sorry``.

    A statement is a proposition, the head of a theorem, perhaps up to ``:=`` or ``:= by``, or a file with one
    ``sorry``; a proof is a term, ``by`` and tactics, tactics alone where the statement says ``by``, or a whole file.
    """
    challenge, head, by = _challenge(statement)
    ours = challenge.encode("utf-8", "replace")
    if _is_file(proof):
        return Case(id, proof.encode("utf-8", "replace"), ours, place)
    body = proof.lstrip().removeprefix(":=") if proof.lstrip().startswith(":=") else proof
    front = f"{head} := by\n" if by and not _is_term(body) else f"{head} :=\n"
    return Case(
        id,
        (front + body + "\n").encode("utf-8", "replace"),
        challenge.encode("utf-8", "replace"),
        place,
        front.count("\n"),
    )


def _words(text: str) -> list[Word]:
    try:
        return list(words(text))
    except Unterminated:
        return []


def _is_file(text: str) -> bool:
    seen = [word.text for word in _words(text)]
    return bool(seen) and seen[0] in OPENERS and ("theorem" in seen or "lemma" in seen)


def _is_term(proof: str) -> bool:
    """Whether a proof begins as no tactic does: ``by``, a function, a pair, or a name such as ``Nat.le_of_lt``."""
    first = proof.split(maxsplit=1)[0] if proof.strip() else ""
    name = first.lstrip("@")
    return first in TERMS or first[:1] in "⟨(@‹." or (name[:1].isalpha() and ("." in name or name[:1].isupper()))


def _challenge(statement: str) -> tuple[str, str, bool]:
    """Return the challenge as a file, what of it stands before the proof, and whether that is asked for in tactics."""
    if not _is_file(statement):
        head = f"theorem {TARGET} :\n{statement.strip()}"
        return f"{head} := by\n  sorry\n", head, False
    seen = _words(statement)
    open_ = [i for i, word in enumerate(seen) if word.text == "sorry" and not word.quoted]
    end = open_[-1] if open_ else len(seen)
    by = seen[end - 1].text == "by"
    signs = [i for i in range(end - 1) if seen[i].text == ":" and seen[i + 1].text == "="]
    if not open_ and (not signs or signs[-1] + 2 + by != end):
        return f"{statement.rstrip()} := by\n  sorry\n", statement.rstrip(), False
    if not signs:
        return statement, statement, False
    cut, lines = seen[signs[-1]], statement.splitlines(keepends=True)
    head = "".join(lines[: cut.line - 1]) + lines[cut.line - 1][: cut.column].rstrip()
    return (statement if open_ else f"{head} := by\n  sorry\n"), head, by

"""What is put before the gate: a candidate, with its challenge or alone."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.proofs.words import Unterminated, Word, words

OPENERS = frozenset(
    {
        "import", "theorem", "lemma", "open", "namespace", "section", "def", "abbrev", "private", "protected",
        "variable", "universe", "set_option", "@", "structure", "inductive", "class", "instance", "noncomputable",
        "local", "mutual",
    }
)  # fmt: skip
"""Words with which a file begins, and hardly a proof."""

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

    A statement is a proposition, the head of a theorem, or a file with one ``sorry``; a proof is a term, ``by`` and
    tactics, or a whole file. Fails: never.
    """
    challenge, head = _challenge(statement)
    ours = challenge.encode("utf-8", "replace")
    if _is_file(proof):
        return Case(id, proof.encode("utf-8", "replace"), ours, place)
    body = proof.lstrip().removeprefix(":=") if proof.lstrip().startswith(":=") else proof
    front = f"{head} :=\n"
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


def _challenge(statement: str) -> tuple[str, str]:
    """Return the challenge as a file, and what of it stands before the proof. Fails: never."""
    if not _is_file(statement):
        head = f"theorem {TARGET} :\n{statement.strip()}"
        return f"{head} := by\n  sorry\n", head
    seen = _words(statement)
    open_ = [i for i, word in enumerate(seen) if word.text == "sorry" and not word.quoted]
    if not open_:
        return f"{statement.rstrip()} := by\n  sorry\n", statement.rstrip()
    signs = [i for i in range(open_[-1]) if seen[i].text == ":" and seen[i + 1].text == "="]
    lines = statement.splitlines(keepends=True)
    if not signs:
        return statement, statement
    cut = seen[signs[-1]]
    return statement, "".join(lines[: cut.line - 1]) + lines[cut.line - 1][: cut.column].rstrip()

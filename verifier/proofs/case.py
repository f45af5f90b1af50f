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


FENCE = "```"


def fenced(text: str) -> str:
    """Return the last fenced block of a text, one of Lean before others, or the text if it has none."""
    blocks: list[tuple[bool, str]] = []
    opened: tuple[str, list[str]] | None = None
    for line in text.splitlines(keepends=True):
        if line.lstrip().startswith(FENCE):
            if opened is None:
                opened = line.strip().removeprefix(FENCE).strip().lower(), []
            else:
                blocks.append((opened[0].startswith("lean"), "".join(opened[1])))
                opened = None
        elif opened is not None:
            opened[1].append(line)
    if opened is not None and opened[1]:  # a model was cut off before it closed the block
        blocks.append((opened[0].startswith("lean"), "".join(opened[1])))
    lean = [block for is_lean, block in blocks if is_lean] or [block for _, block in blocks]
    return lean[-1] if lean else text


def composed(id: str, statement: str, proof: str, place: str, header: str = "") -> Case:
    """Return the case of a row: the statement becomes the challenge, the proof stands in for its ``sorry``.

    A statement is a proposition, the head of a theorem, perhaps up to ``:=`` or ``:= by``, or a file with one
    ``sorry``; a proof is a term, ``by`` and tactics, tactics alone where the statement says ``by``, or a whole file.
    ``header``: imports and options that precede both, unless a file has imports of its own.
    """
    challenge, head, by = _challenge(statement)
    ours = _headed(header, challenge).encode("utf-8", "replace")
    if _is_file(proof):
        return Case(id, _headed(header, proof).encode("utf-8", "replace"), ours, place)
    body = proof.lstrip().removeprefix(":=") if proof.lstrip().startswith(":=") else proof
    front = _headed(header, f"{head} := by\n" if by and not _is_term(body) else f"{head} :=\n")
    return Case(id, (front + body + "\n").encode("utf-8", "replace"), ours, place, front.count("\n"))


def _headed(header: str, text: str) -> str:
    """Return a text below a header, or alone if it has imports of its own."""
    if not header.strip() or any(word.text == "import" for word in _words(text)[:1]):
        return text
    return f"{header.rstrip()}\n\n{text}"


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

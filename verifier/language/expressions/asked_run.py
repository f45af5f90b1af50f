"""The program and the call of a problem: in marks, fenced or at a prompt, with the call that is asked about."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from verifier.language.expressions.runs import expression_or_none, module_or_none

MOST: Final = 20_000  # characters of a problem that is looked through

_MARKS: Final = (("[PYTHON]", "[/PYTHON]"), ("```python", "```"), ("```py", "```"), ("```", "```"))
_PROMPT: Final = ">>> "


@dataclass(frozen=True, slots=True)
class Asked:
    """A program, and the call in it that a problem asks about."""

    program: str
    call: str

    @property
    def name(self) -> str:
        """The function that is called."""
        tree = expression_or_none(self.call)
        return ast.unparse(tree.func) if isinstance(tree, ast.Call) else ""


def asked(problem: str) -> Asked | None:
    """Return the program and the call of a problem, or None where there is none, or more than one."""
    if len(problem) > MOST or "def " not in problem:
        return None
    found = [one for block in _blocks(problem) if (one := _in_block(block, problem)) is not None]
    return found[0] if len(set(found)) == 1 else None


def _blocks(problem: str) -> Iterator[str]:
    """The pieces of a problem that are marked as code; all of it from its first ``def``, where none is."""
    for opens, closes in _MARKS:
        pieces = problem.split(opens)[1:]
        inside = [piece.partition(closes)[0] for piece in (pieces if opens != closes else pieces[::2])]
        if coded := [one.strip("\n") for one in inside if "def " in one]:
            yield from coded
            return
    lines = problem.splitlines()
    first = next((i for i, line in enumerate(lines) if line.startswith(("def ", "import ", "from "))), None)
    if first is not None:
        kept = [line for line in lines[first:] if not line.startswith(_PROMPT)]
        yield "\n".join(_code(kept))


def _code(lines: list[str]) -> list[str]:
    """The lines, up to the first that stands at the margin and is no code."""
    out: list[str] = []
    for line in lines:
        ended = line.rstrip()
        begins = not line[:1].isspace() and bool(ended)
        if begins and not ended.endswith(":") and module_or_none(ended.replace("??", "0")) is None:
            break
        out.append(line)
    return out


def _in_block(block: str, problem: str) -> Asked | None:
    """The program of a block and the call that is asked: by an assertion in it, at a prompt, or in the words."""
    lines = [line for line in block.splitlines() if not line.startswith(_PROMPT)]
    asserted = [line for line in lines if line.startswith("assert ")]
    program = "\n".join(line for line in lines if not line.startswith("assert ")).strip("\n")
    tree = module_or_none(program)
    if tree is None:
        return None
    own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    calls = [call for line in asserted if (call := _asserted(line)) is not None]
    if not calls:
        prompts = [line.removeprefix(_PROMPT) for line in problem.splitlines() if line.startswith(_PROMPT)]
        spans = problem.split("`")[1::2] if "```" not in problem else []
        written = [one.strip() for one in (*prompts, *spans)] + list(_worded(problem, own))
        calls = [one for one in written if _called(one) and _literal(one)]
    good = dict.fromkeys(call for call in calls if _called(call) in own)
    return Asked(program, next(iter(good))) if len(good) == 1 else None


def _asserted(line: str) -> str | None:
    """The call of ``assert call == ??``, and of the same with a value."""
    tree = module_or_none(line.replace("??", "0"))
    match tree.body if tree is not None else []:
        case [ast.Assert(test=ast.Compare(left=ast.Call() as call, ops=[ast.Eq()]))]:
            return ast.get_source_segment(line.replace("??", "0"), call)
    return None


def _called(call: str) -> str:
    """The function that a call calls, whose arguments name nothing but what is bound in them."""
    tree = expression_or_none(call)
    return tree.func.id if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) else ""


def _literal(call: str) -> bool:
    """Whether the arguments of a call are written out: ``f(text, c)`` tells what the arguments are called."""
    tree = expression_or_none(call)
    arguments = [*tree.args, *(one.value for one in tree.keywords)] if isinstance(tree, ast.Call) else []
    return not any(isinstance(node, ast.Name) for one in arguments for node in ast.walk(one))


def _worded(problem: str, own: set[str]) -> Iterator[str]:
    """The calls with literal arguments that stand in the words: ``What does f([1, 2]) return?``."""
    for name in own:
        pieces = problem.split(f"{name}(")
        for before, piece in itertools.pairwise(pieces):
            if before[-1:].isalnum() or before.rstrip().endswith("def"):
                continue
            end = closing(f"({piece}", 0)
            if end is not None:
                yield f"{name}({piece[: end - 1]})"


_PAIRS: Final = {"(": ")", "[": "]", "{": "}"}
MOST_INSIDE: Final = 4000


def closing(text: str, start: int) -> int | None:
    """Return the place of the bracket that closes the one at ``start``, quotes minded; None where none does."""
    stack, i, ends = [], start, min(len(text), start + MOST_INSIDE)
    while i < ends:
        c = text[i]
        if c in "'\"":
            i += 1
            while i < ends and text[i] != c:
                i += 2 if text[i] == "\\" else 1
        elif c in _PAIRS:
            stack.append(_PAIRS[c])
        elif c in ")]}":
            if not stack or stack.pop() != c:
                return None
            if not stack:
                return i
        i += 1
    return None

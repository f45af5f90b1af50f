"""What the syntax of a program tells a reader: its names, its lines, and the arguments of the call. Nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from verifier.language.expressions.asked_run import Asked
from verifier.language.expressions.runs import expression_or_none, module_or_none, value_spelled

_INNER = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda


@dataclass(frozen=True, slots=True)
class ProgramFacts:
    """``names``: what a run binds, line by line. ``hidden``: what it binds inside an expression too, where no line
    shows it. ``arguments``: the values of the call, spelled. ``loops``: the lines of its loops, with the first and the
    last line of their bodies. ``between``: names that one statement changes several times, so that they have values
    that no line shows."""

    asked: Asked
    names: frozenset[str]
    hidden: frozenset[str]
    arguments: tuple[str, ...]
    loops: tuple[tuple[int, int, int], ...]
    stores: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    parameters: tuple[str, ...] = ()
    functions: frozenset[str] = frozenset()
    between: frozenset[str] = frozenset()

    @property
    def program(self) -> str:
        """The text of the program."""
        return self.asked.program

    @property
    def call(self) -> str:
        """The call."""
        return self.asked.call


def facts_of(asked: Asked) -> ProgramFacts:
    """Return what the syntax tells. Fails: never, on what ``asked`` found."""
    tree = module_or_none(asked.program) or ast.Module([], [])
    names, hidden, stores = set[str](), set[str](), dict[str, list[int]]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
            stores.setdefault(node.id, []).append(node.lineno)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        if isinstance(node, _INNER):
            hidden.update(_bound_inside(node))
        if isinstance(node, ast.NamedExpr):
            hidden.update(_bound_inside(node))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    called = functions.get(asked.name)
    loops = tuple(
        (node.lineno, node.body[0].lineno, node.body[-1].end_lineno or 0)
        for node in ast.walk(tree)
        if isinstance(node, ast.For | ast.While)
    )
    return ProgramFacts(
        asked,
        frozenset(names),
        frozenset(hidden),
        tuple(_arguments(asked.call)),
        loops,
        {name: tuple(lines) for name, lines in stores.items()},
        tuple(one.arg for one in called.args.args) if called is not None else (),
        frozenset(functions),
        frozenset(name for name in names for node in ast.walk(tree) if _changes_twice(node, name)),
    )


CHANGING = frozenset(
    ("append", "extend", "insert", "remove", "pop", "popitem", "clear", "sort", "reverse", "update", "setdefault",
     "add", "discard", "rotate", "appendleft", "popleft")
)  # fmt: skip
"""Methods that change what they are called on."""


def _changes_twice(node: ast.AST, name: str) -> bool:
    """Whether a statement without a body changes a name in several goes: by two methods, or by calls upon calls."""
    if not isinstance(node, ast.Assign | ast.AugAssign | ast.Expr | ast.Return):
        return False
    calls = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
    methods = [one.func for one in calls if isinstance(one.func, ast.Attribute) and one.func.attr in CHANGING]
    changed = sum(isinstance(one.value, ast.Name) and one.value.id == name for one in methods)
    several = node.targets if isinstance(node, ast.Assign) else []
    targets = [node.target] if isinstance(node, ast.AugAssign) else several
    assigned = any(isinstance(one, ast.Name) and one.id == name for one in targets)
    used = any(isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Load) for one in ast.walk(node))
    return changed + assigned > 1 or (assigned and used and len(calls) > 1)


def _bound_inside(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


def _arguments(call: str) -> Iterator[str]:
    tree = expression_or_none(call)
    if isinstance(tree, ast.Call):
        for one in (*tree.args, *(word.value for word in tree.keywords)):
            if (value := value_spelled(ast.unparse(one))) is not None:
                yield value

"""What the syntax of a program tells a reader: its names, its lines, and the arguments of the call. Nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from verifier.language.expressions.asked_run import Asked
from verifier.language.expressions.runs import expression_or_none, module_or_none, spelled_value, value_spelled

_INNER = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda


@dataclass(frozen=True, slots=True)
class ProgramFacts:
    """``names``: what a run binds, line by line. ``hidden``: what it binds inside an expression too, where no line
    shows it. ``arguments``: the values of the call, spelled. ``loops``: the lines of its loops, with the first and the
    last line of their bodies. ``between``: names that one statement changes several times, so that they have values
    that no line shows. ``tests``: the lines of the conditions, by their syntax. ``left``: the loops, by their lines,
    that may be left before their end. ``targets``: the names that each ``for`` sets. ``shape``: the call with types in
    the place of its arguments, None where these do not tell them. ``inner_loops``: whether expressions go round as
    well. ``prints``: how many calls of ``print`` there are. ``remarks``: the words of the problem and the program that
    are no code."""

    asked: Asked
    names: frozenset[str]
    hidden: frozenset[str]
    arguments: tuple[str, ...]
    loops: tuple[tuple[int, int, int], ...]
    stores: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    parameters: tuple[str, ...] = ()
    functions: frozenset[str] = frozenset()
    between: frozenset[str] = frozenset()
    tests: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    left: frozenset[int] = frozenset()
    targets: Mapping[int, frozenset[str]] = field(default_factory=dict)
    shape: str | None = None
    inner_loops: bool = False
    prints: int = 0
    remarks: str = ""

    @property
    def program(self) -> str:
        """The text of the program."""
        return self.asked.program

    @property
    def call(self) -> str:
        """The call."""
        return self.asked.call

    @property
    def only_loop(self) -> int | None:
        """The line of the one loop of the program; None where there are several, or none, or an expression loops."""
        return self.loops[0][0] if len(self.loops) == 1 and not self.inner_loops else None


def facts_of(asked: Asked, problem: str = "") -> ProgramFacts:
    """Return what the syntax tells, and what the problem says besides."""
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
    plain = [node for node in ast.walk(tree) if isinstance(node, _PLAIN)]
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
        frozenset(name for name in names if any(_changes_twice(node, name) for node in plain)),
        _tests(tree),
        frozenset(node.lineno for node in ast.walk(tree) if isinstance(node, _LOOP) and _may_be_left(node)),
        {node.lineno: frozenset(_bound_inside(node.target)) for node in ast.walk(tree) if isinstance(node, ast.For)},
        shape_of_call(asked),
        any(isinstance(node, _INNER) and not isinstance(node, ast.Lambda) for node in ast.walk(tree)),
        sum(isinstance(node, ast.Name) and node.id == "print" for node in ast.walk(tree)),
        _remarks(asked.program, tree, problem),
    )


_LOOP = ast.For | ast.While


def _tests(tree: ast.AST) -> dict[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.While):
            found.setdefault(ast.dump(node.test), []).append(node.lineno)
    return {test: tuple(lines) for test, lines in found.items()}


def _may_be_left(loop: ast.For | ast.While) -> bool:
    inside = [node for statement in loop.body for node in ast.walk(statement)]
    return any(isinstance(node, ast.Break | ast.Return | ast.Raise | ast.Try) for node in inside)


def _remarks(program: str, tree: ast.AST, problem: str) -> str:
    """What people say around the code: the problem without its program, comments, and texts that stand alone."""
    comments = [line.partition("#")[2] for line in program.splitlines()]
    texts = [
        node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    return "\n".join((problem.replace(program, " "), *comments, *texts))


def shape_of_call(asked: Asked) -> str | None:
    """Return the call with the types of its arguments in their place, or None where they do not tell."""
    tree = expression_or_none(asked.call)
    if not isinstance(tree, ast.Call) or tree.keywords:
        return None
    spelled = [value_spelled(ast.unparse(one)) for one in tree.args]
    kinds = [type_told(spelled_value(one)) for one in spelled if one is not None]
    told = [kind for kind in kinds if kind is not None]
    return f"{asked.name}({', '.join(told)})" if len(told) == len(tree.args) and told else None


def type_told(value: object) -> str | None:
    """Return the type that a value shows, with the types of its parts; None where it shows none: that of ``[]``."""
    match value:
        case None | bool() | int() | str() | float():
            return "None" if value is None else type(value).__name__
        case list() | set():
            parts = _one_of(value)
            return f"{type(value).__name__}[{parts}]" if parts else None
        case dict():
            keys, values = _one_of(value), _one_of(value.values())
            return f"dict[{keys}, {values}]" if keys and values else None
        case tuple():
            found = [type_told(one) for one in value]
            told = [one for one in found if one is not None]
            return f"tuple[{', '.join(told)}]" if told and len(told) == len(found) else None
    return None


def _one_of(values: Iterable[object]) -> str | None:
    found = {type_told(one) for one in values}
    return None if None in found or not found else " | ".join(sorted(filter(None, found)))


CHANGING = frozenset(
    ("append", "extend", "insert", "remove", "pop", "popitem", "clear", "sort", "reverse", "update", "setdefault",
     "add", "discard", "rotate", "appendleft", "popleft")
)  # fmt: skip
"""Methods that change what they are called on."""


_PLAIN = ast.Assign | ast.AugAssign | ast.Expr | ast.Return


def _changes_twice(node: ast.AST, name: str) -> bool:
    """Whether a statement without a body changes a name in several goes: by two methods, or by calls upon calls."""
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

"""Faults for mutation testing: one small change of a module's source, as a slip of the pen would make it.

Operators after DeMillo, Lipton and Sayward (1978) and Offutt et al. (1996), as far as Python has them. What is no code
is left alone: docstrings, annotations and names of unions for them, the wording of messages, a last ``return None``,
that ``zip`` is strict, the size of a cache.
"""

from __future__ import annotations

import ast
import builtins
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from difflib import unified_diff
from itertools import islice

_COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    **{ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,)},
    **{ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.GtE), ast.Gt: (ast.GtE, ast.Lt), ast.GtE: (ast.Gt, ast.LtE)},
    **{ast.In: (ast.NotIn,), ast.NotIn: (ast.In,)},
}
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult},
    **{ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.BitXor: ast.BitOr},
    **{ast.LShift: ast.RShift, ast.RShift: ast.LShift},
}
_CALLED = {
    **{"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "floor": "ceil", "ceil": "floor"},
    **{"union": "intersection", "intersection": "union", "add": "discard", "append": "count", "isdisjoint": "issubset"},
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change: the bytes from ``start`` to ``end`` of a module become ``text``. ``function`` is the first line of the
    outermost function around it, or None."""

    file: str
    line: int
    operator: str
    start: int
    end: int
    text: str
    function: int | None

    def planted(self, source: bytes) -> bytes:
        """Return the source with the fault in it."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def difference(self, source: bytes) -> str:
        """Return what the fault changes, as a diff without context."""
        before, after = (one.decode().splitlines() for one in (source, self.planted(source)))
        return "\n".join(list(unified_diff(before, after, lineterm="", n=0))[3:])


def mutants(file: str, source: bytes) -> list[Mutant]:
    """Return every fault that the operators make of a module and that still parses."""
    return [one for one in _every(file, source) if _parses(one.planted(source))]


def _every(file: str, source: bytes) -> list[Mutant]:
    found = _Finder(file, source)
    found.visit(ast.parse(source))
    return found.mutants


def drawn(files: Iterable[tuple[str, bytes]], seed: int) -> Iterator[Mutant]:
    """Yield one fault of each line that has some, in an order that ``seed`` draws: all lines are alike."""
    by_line: dict[tuple[str, int], list[Mutant]] = defaultdict(list)
    sources = dict(files)
    for file, source in sources.items():
        for one in _every(file, source):
            by_line[one.file, one.line].append(one)
    chance, lines = random.Random(seed), sorted(by_line)
    chance.shuffle(lines)
    for line in lines:
        chance.shuffle(by_line[line])
        yield from islice((one for one in by_line[line] if _parses(one.planted(sources[one.file]))), 1)


def _parses(source: bytes) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def _is_type(node: ast.expr) -> bool:
    """Whether it is a class, by its spelling: ``int``, ``Path``."""
    name = node.id if isinstance(node, ast.Name) else ""
    return name in dir(builtins) or (name[:1].isupper() and not name.isupper())


def _is_union(node: ast.AST) -> bool:
    """Whether it names a union of types, ``Part = Expr | None``, which only annotations use."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp(op=ast.BitOr(), right=right)):
            nothing = isinstance(right, ast.Constant) and right.value is None
            return name[:1].isupper() and not name.isupper() and (nothing or _is_type(right))
    return False


def _is_memory(node: ast.AST) -> bool:
    """Whether it says how much a function remembers, ``@remembered(256)``."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "remembered"


class _Finder(ast.NodeVisitor):
    def __init__(self, file: str, source: bytes) -> None:
        self._file, self.mutants, self._functions = file, list[Mutant](), list[int]()
        self._ends = set[int]()  # the last statements of functions
        lines = source.splitlines(keepends=True)
        self._starts = [sum(map(len, lines[:i])) for i in range(len(lines) + 1)]

    def _put(self, operator: str, old: ast.expr | ast.stmt | ast.pattern, new: ast.AST | str) -> None:
        text = new if isinstance(new, str) else ast.unparse(new)
        text = f"({text})" if isinstance(new, ast.expr) else text
        start = self._starts[old.lineno - 1] + old.col_offset
        end = self._starts[(old.end_lineno or 0) - 1] + (old.end_col_offset or 0)
        outermost = self._functions[0] if self._functions else None
        self.mutants.append(Mutant(self._file, old.lineno, operator, start, end, text, outermost))

    def _condition(self, test: ast.expr, forced: tuple[bool, ...] = (True, False)) -> None:
        self._put("condition negated", test, ast.UnaryOp(ast.Not(), test))
        for value in forced:
            self._put("condition forced", test, ast.Constant(value))

    def visit(self, node: ast.AST) -> None:
        """Find the faults of a node, and of what is inside."""
        if _is_union(node) or _is_memory(node):
            return
        for cls in type(node).__mro__:
            if find := getattr(self, f"_of_{cls.__name__}", None):
                find(node)
        function = isinstance(node, ast.FunctionDef)
        if function:
            self._ends.add(id(node.body[-1]))
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            for one in (*node.decorator_list, node.args):  # what they say is done before it is entered
                self.visit(one)
            self._functions.append(first)
        for name, value in ast.iter_fields(node):
            if function and name in ("decorator_list", "args"):
                continue
            asserted = isinstance(node, ast.keyword) and node.arg in ("strict", "maxsize")
            if asserted and isinstance(node.value, ast.Constant) and node.value.value:
                continue
            if name not in ("annotation", "returns", "type_params") and not isinstance(node, ast.JoinedStr):
                for one in value if isinstance(value, list) else [value]:
                    if isinstance(one, ast.AST):
                        self.visit(one)
        if function:
            self._functions.pop()

    def _of_Compare(self, node: ast.Compare) -> None:
        for i, op in enumerate(node.ops):
            for other in _COMPARED[type(op)]:
                changed = deepcopy(node)
                changed.ops[i] = other()
                self._put("comparison", node, changed)

    def _of_BoolOp(self, node: ast.BoolOp) -> None:
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self._put("and/or", node, ast.BoolOp(other, node.values))
        for i in range(len(node.values)):
            kept = node.values[:i] + node.values[i + 1 :]
            self._put("operand dropped", node, ast.BoolOp(node.op, kept) if len(kept) > 1 else kept[0])

    def _of_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.BitOr) and _is_type(node.right):
            for kept in (node.left, node.right):
                self._put("type dropped", node, kept)
        elif type(node.op) in _COMPUTED:
            self._put("arithmetic", node, ast.BinOp(node.left, _COMPUTED[type(node.op)](), node.right))

    def _of_AugAssign(self, node: ast.AugAssign) -> None:
        self._put("statement deleted", node, "pass")
        if type(node.op) in _COMPUTED:
            self._put("arithmetic", node, ast.AugAssign(node.target, _COMPUTED[type(node.op)](), node.value))

    def _of_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub):
            self._put("sign or not dropped", node, node.operand)

    def _of_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._put("constant", node, ast.Constant(not node.value))
        elif isinstance(node.value, int):
            for value in (node.value + 1, node.value - 1):
                self._put("constant", node, ast.Constant(value))

    def _of_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in _CALLED:
            changed = deepcopy(node)
            setattr(changed.func, "id" if isinstance(node.func, ast.Name) else "attr", _CALLED[name])
            self._put("function", node, changed)

    def _of_Slice(self, node: ast.Slice) -> None:
        for name in ("lower", "upper"):
            if (bound := getattr(node, name)) is not None and not isinstance(bound, ast.Constant):
                self._put("slice", bound, ast.BinOp(bound, ast.Add(), ast.Constant(1)))

    def _of_Set(self, node: ast.Set) -> None:
        for i, one in enumerate(node.elts if len(node.elts) > 1 else ()):
            self._put("element dropped", one, ast.unparse(node.elts[i - 1]))

    def _of_Dict(self, node: ast.Dict) -> None:
        for i, key in enumerate(node.keys if len(node.keys) > 1 else ()):
            kept = [(k, v) for j, (k, v) in enumerate(zip(node.keys, node.values, strict=True)) if i != j]
            if key is not None:
                self._put("element dropped", node, ast.Dict([k for k, _ in kept], [v for _, v in kept]))

    def _of_MatchOr(self, node: ast.MatchOr) -> None:
        for i in range(len(node.patterns)):
            kept = node.patterns[:i] + node.patterns[i + 1 :]
            self._put("case dropped", node, f"({ast.unparse(ast.MatchOr(kept) if len(kept) > 1 else kept[0])})")

    def _of_match_case(self, node: ast.match_case) -> None:
        if node.guard is not None:
            self._condition(node.guard)

    def _of_If(self, node: ast.If | ast.IfExp) -> None:
        self._condition(node.test)

    _of_IfExp = _of_If

    def _of_While(self, node: ast.While) -> None:
        self._condition(node.test, (False,))

    def _of_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._condition(test)

    def _of_Return(self, node: ast.Return) -> None:
        nothing = node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
        if not nothing:
            self._put("return changed", node, "return None")
        if not (nothing and id(node) in self._ends):
            self._put("statement deleted", node, "pass")

    def _of_stmt(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Raise | ast.Continue | ast.Break):
            self._put("statement deleted", node, "pass")
        told = isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if told or isinstance(target, ast.Attribute | ast.Subscript):
            self._put("statement deleted", node, "pass")

"""What may run: a whitelist over the syntax of a program, decided before anything of it runs.

What depends on more than the program and its call is refused (clocks, randomness, files, the order of sets), and so is
what reaches for the interpreter itself. It is the first of two walls: the sandbox is the second. Trusted.
"""

from __future__ import annotations

import ast
import builtins
import functools
import importlib
import symtable
import warnings
from collections.abc import Iterator
from typing import Final

from verifier.checkers.runs.syntax import NotPython, expression, module

MODULES: Final = frozenset(
    ("math", "re", "collections", "itertools", "functools", "string", "heapq", "bisect", "copy", "typing",
     "dataclasses", "fractions", "decimal", "collections.abc")
)  # fmt: skip
"""The modules that may be imported."""

FORBIDDEN_BUILTINS: Final = frozenset(
    ("eval", "exec", "compile", "open", "input", "__import__", "globals", "locals", "vars", "dir", "getattr", "setattr",
     "delattr", "breakpoint", "help", "exit", "quit", "copyright", "credits", "license", "id", "hash", "memoryview",
     "super", "object", "type", "classmethod", "staticmethod", "property", "__build_class__", "__loader__", "__spec__",
     "aiter", "anext", "SystemExit", "KeyboardInterrupt", "BaseException", "BaseExceptionGroup", "GeneratorExit")
)  # fmt: skip
"""Builtins that no program names; ``type(x)`` with one argument is the exception."""

BUILTINS: Final = frozenset(name for name in vars(builtins) if not name.startswith("_")) - FORBIDDEN_BUILTINS
"""The builtins that a program may name."""

_FORBIDDEN_ATTRIBUTES: Final = frozenset(
    # frames, code and generators lead to everything; so do a format's fields, and a module's own imports
    ("gi_frame", "gi_code", "gi_yieldfrom", "cr_frame", "cr_code", "ag_frame", "ag_code", "f_globals", "f_locals",
     "f_builtins", "f_back", "f_code", "tb_frame", "tb_next", "tb_lasti", "co_code", "co_consts", "func_globals",
     "mro", "format_map", "get_type_hints", "ForwardRef", "sys", "os", "builtins", "with_traceback", "Formatter",
     "Template", "scanner", "Scanner", "enum", "reduce_ex", "deepcopy_dispatch", "make_dataclass", "_Printer")
)  # fmt: skip

_STATEMENTS: Final = (
    ast.FunctionDef, ast.Return, ast.Delete, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.While, ast.If,
    ast.Raise, ast.Try, ast.Assert, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Expr, ast.Pass, ast.Break,
    ast.Continue, ast.ClassDef,
)  # fmt: skip
_EXPRESSIONS: Final = (
    ast.BoolOp, ast.NamedExpr, ast.BinOp, ast.UnaryOp, ast.Lambda, ast.IfExp, ast.Dict, ast.Set, ast.ListComp,
    ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Yield, ast.YieldFrom, ast.Compare, ast.Call, ast.FormattedValue,
    ast.JoinedStr, ast.Constant, ast.Attribute, ast.Subscript, ast.Starred, ast.Name, ast.List, ast.Tuple, ast.Slice,
)  # fmt: skip
_OTHERS: Final = (
    ast.Module, ast.Expression, ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop, ast.comprehension,
    ast.ExceptHandler, ast.arguments, ast.arg, ast.keyword, ast.alias,
)  # fmt: skip

_ORDER_SAFE: Final = frozenset(
    ("len", "sorted", "sum", "min", "max", "any", "all", "isinstance", "set", "frozenset", "bool")
)
MAX_NODES: Final = 4000


def refused(program: str, call: str) -> str | None:
    """Return why a program and its call are not run, or None where they may be. Fails: never."""
    try:
        for text, tree, mode in ((program, module(program), "exec"), (call.strip(), expression(call), "eval")):
            if sum(1 for _ in ast.walk(tree)) > MAX_NODES:
                return f"it has more than {MAX_NODES} parts"
            if (why := next(_complaints(tree), None) or next(_borrowed(text, tree, mode), None)) is not None:
                return why
    except NotPython as wrong:
        return str(wrong)
    return None


def _borrowed(text: str, tree: ast.AST, mode: str) -> Iterator[str]:
    """Complains of builtins that are no program's to name; a name of its own may be spelled like one."""
    top = _table(text, mode)
    own = {one.get_name() for one in top.get_symbols() if one.is_assigned() or one.is_imported()}
    stack = [top]
    while stack:
        table = stack.pop()
        stack += table.get_children()
        for one in table.get_symbols():
            name = one.get_name()
            borrowed = name in FORBIDDEN_BUILTINS and one.is_referenced() and one.is_global() and name not in own
            if borrowed and (name != "type" or not _only_asked(tree)):
                yield f"{name} is refused"


def _table(text: str, mode: str) -> symtable.SymbolTable:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return symtable.symtable(text, "<program>", mode)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as wrong:
        raise NotPython(f"not Python: {wrong}") from None


def _only_asked(tree: ast.AST) -> bool:
    """Whether ``type`` stands only in ``type(x)``, where it makes no class."""
    asked = {
        id(node.func)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords
    }
    return all(id(node) in asked for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "type")


def _complaints(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, (*_STATEMENTS, *_EXPRESSIONS, *_OTHERS)):
            yield f"{type(node).__name__} is not run here"
        for name in _names(node):
            if "__" in name and name.strip("_") and not _ordinary(node, name):
                yield f"{name}: names of the interpreter itself are refused"
        match node:
            case ast.Attribute(attr=name) if name in _FORBIDDEN_ATTRIBUTES or name.startswith("_"):
                yield f"the attribute {name} is refused"
            case ast.ClassDef(bases=bases, keywords=keywords) if keywords or not all(
                isinstance(b, ast.Name) for b in bases
            ):
                yield "a class with such bases is refused"
    yield from _imports(tree)
    yield from _formats(tree)
    yield from _orders(tree)


def _imports(tree: ast.AST) -> Iterator[str]:
    """Complains of modules that are not on the list, of what they do not offer, and of modules handed on."""
    held: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                if one.name not in MODULES:
                    yield f"import of {one.name} is refused"
                held[one.asname or one.name.partition(".")[0]] = one.name if one.asname else one.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom):
            if node.level or node.module not in MODULES:
                yield f"import from {node.module} is refused"
                continue
            offered = exports(node.module)
            yield from (f"import of {one.name} is refused" for one in node.names if one.name not in offered)
    bases = {id(node.value): node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in held and held[node.id] in MODULES:
            attribute = bases.get(id(node))
            if attribute is None or attribute not in exports(held[node.id]):
                yield f"of the module {node.id} only what it offers is used"


@functools.cache
def exports(name: str) -> frozenset[str]:
    """Return what a module on the list offers to programs."""
    module = importlib.import_module(name)
    offered = set(getattr(module, "__all__", [one for one in vars(module) if not one.startswith("_")]))
    return frozenset((offered | ({"abc"} if name == "collections" else set())) - _UNSAFE_PARTS)


_UNSAFE_PARTS: Final = frozenset(
    ("get_type_hints", "ForwardRef", "Formatter", "Template", "make_dataclass", "sys", "os")
)


_METHODS: Final = frozenset(
    f"__{name}__" for name in ("init", "repr", "str", "eq", "lt", "le", "gt", "ge", "len", "iter", "next", "getitem",
                               "setitem", "contains", "call", "add", "sub", "mul", "post_init")
)  # fmt: skip


def _ordinary(node: ast.AST, name: str) -> bool:
    """Whether a name with underscores is that of a method that classes define, where it is defined; or ``__name__``."""
    return (isinstance(node, ast.FunctionDef) and name in _METHODS) or (
        isinstance(node, ast.Name) and name == "__name__"
    )


def _names(node: ast.AST) -> Iterator[str]:
    for key in ("id", "attr", "name", "arg", "asname", "module"):
        if isinstance(name := getattr(node, key, None), str):
            yield name
    if isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names


def _formats(tree: ast.AST) -> Iterator[str]:
    """Complains of formats that reach into an object: ``'{0.__class__}'.format(x)``."""
    formats = any(isinstance(node, ast.Attribute) and node.attr == "format" for node in ast.walk(tree))
    for node in ast.walk(tree):
        if formats and isinstance(node, ast.Constant) and isinstance(node.value, str) and _reaching(node.value):
            yield "a format whose fields are not plain is refused"
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and "__" in node.value
            and _dunder(node.value)
        ):
            yield "a text that spells a name of the interpreter itself is refused"


def _reaching(text: str) -> bool:
    """Whether a field of a format has an attribute or an index."""
    fields = (part.partition("}")[0].partition("!")[0].partition(":")[0] for part in text.split("{")[1:])
    return any("." in field or "[" in field for field in fields)


def _dunder(text: str) -> bool:
    parts = text.split("__")
    return any(part.isidentifier() and part != "main" for part in parts[1:-1])


def _orders(tree: ast.AST) -> Iterator[str]:
    """Complains where the order of a set may show: it changes from one interpreter to the next."""
    made = [node for node in ast.walk(tree) if _makes_set(node)]
    if not made:
        return
    above = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    held = {
        parent.targets[0].id
        for node in made
        if isinstance(parent := above.get(id(node)), ast.Assign) and isinstance(parent.targets[0], ast.Name)
    }
    uses = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id in held and isinstance(node.ctx, ast.Load)
    ]
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    called = any(isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in own for n in ast.walk(tree))
    for node in (*made, *uses):
        if not _unordered(node, above.get(id(node)), called):
            yield "the order of a set may show, and is not the same in every run"


def _unordered(node: ast.AST, above: ast.AST | None, called: bool) -> bool:
    """Whether the order of the set that ``node`` is does not show in what stands around it."""
    match above:
        case ast.Compare() | ast.Expr():
            return True
        case ast.Assign(targets=[ast.Name()]):
            return _makes_set(node)
        case ast.Return():
            return not called
        case ast.Call(func=ast.Name(id=name)):
            return name in _ORDER_SAFE
        case ast.Attribute(attr=name):
            return name in _SET_METHODS
    return False


_SET_METHODS: Final = frozenset(("add", "discard", "remove", "clear", "update", "issubset", "issuperset", "isdisjoint"))


def _makes_set(node: ast.AST) -> bool:
    named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("set", "frozenset")
    views = (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor | ast.Sub)
        and any(
            isinstance(side, ast.Call) and getattr(side.func, "attr", "") in ("keys", "items")
            for side in (node.left, node.right)
        )
    )
    return isinstance(node, ast.Set | ast.SetComp) or named or views

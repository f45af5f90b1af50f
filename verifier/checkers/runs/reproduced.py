"""Whether what an expression gives beside a run is what it gives in the run, from the values of names alone. Trusted.

An expression is evaluated after the program was loaded anew, its names bound to values that were spelled. So it must
not show what a spelling does not tell (which of two equal objects a name is bound to, the order of a set, how long a
deque may become), must change nothing, and may call only such functions of the program as keep nothing between calls.
What is not known to be so is refused.
"""

from __future__ import annotations

import ast
import symtable
from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from verifier.checkers.runs.syntax import NotPython, expression, module, scopes
from verifier.checkers.runs.values import NotSpelled, value_of
from verifier.kernel.verdict import CheckFailed, Reason

_BUILTINS: Final = frozenset(
    ("abs", "all", "any", "ascii", "bin", "bool", "bytes", "chr", "complex", "dict", "divmod", "enumerate", "filter",
     "float", "format", "frozenset", "hex", "int", "isinstance", "len", "list", "map", "max", "min", "oct", "ord",
     "pow", "range", "repr", "reversed", "round", "set", "sorted", "str", "sum", "tuple", "type", "zip")
)  # fmt: skip
"""Builtins that change nothing, and look at values alone."""

_METHODS: Final = frozenset(
    ("index", "count", "copy", "get", "keys", "values", "items", "isdisjoint", "issubset", "issuperset", "bit_length",
     "bit_count", "is_integer", "conjugate", "most_common", "total", "elements", "as_integer_ratio",
     "limit_denominator", "start", "stop", "step", "numerator", "denominator", "real", "imag",
     *(name for name in dir(str) if not name.startswith("_")))
) - {"format_map"}  # fmt: skip
"""Methods and attributes of Python's own values that change nothing."""

_ANY_ORDER: Final = frozenset(("len", "bool", "isinstance"))
_ANY_ORDER_OF_ONE_KIND: Final = frozenset(("sorted", "min", "max", "sum", "any", "all", "set", "frozenset"))
_FLAT: Final = (bool, int, float, complex, str, bytes, type(None), range)

State = Mapping[str, str]


def reproduces(expr: str, program: str, names: Collection[str], states: Sequence[State]) -> None:
    """Let an expression pass whose values in some states are those in the run. ``names``: those that the run binds.

    Raises: CheckFailed, where that is not known.
    """
    try:
        tree, whole = expression(expr), module(program)
    except NotPython as wrong:
        raise CheckFailed(str(wrong), Reason.OUT_OF_SCOPE) from None
    why = next(_obstacles(tree, whole, program, frozenset(names), states), None)
    if why is not None:
        raise CheckFailed(why, Reason.OUT_OF_SCOPE)


def _obstacles(
    tree: ast.expr, whole: ast.Module, program: str, names: frozenset[str], states: Sequence[State]
) -> Iterator[str]:
    names &= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    own = {node.name for node in ast.walk(whole) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    calls_own = any(isinstance(node, ast.Name) and node.id in own for node in ast.walk(tree))
    yield from _set_for_all(whole)
    if calls_own:
        yield from _kept(whole, program)
    if not names:
        return
    yield from _changes(tree, own | _of_math(whole), names)
    values = [_values(state) for state in states]
    if any(one is None for one in values):
        yield "a value there cannot be written down"
        return
    held = {name: [state[name] for state in values if state and name in state] for name in names}
    for name, found in held.items():
        if any(_hides(value) for value in found):
            yield f"{name} holds what its spelling does not tell"
        elif any(map(_has_set, found)) and not _order_is_lost(tree, name, found):
            yield f"the order of the set in {name} may show"
    mutable = [name for name, found in held.items() if not all(map(_is_fixed, found))]
    if calls_own and (len(mutable) > 1 or any(not _is_flat(value) for name in mutable for value in held[name])):
        yield "whether two of its values are one and the same is not seen"


def _of_math(whole: ast.Module) -> set[str]:
    """The functions of numbers that a program imports by their names."""
    found = [node for node in ast.walk(whole) if isinstance(node, ast.ImportFrom) and node.module == "math"]
    return {one.asname or one.name for node in found for one in node.names}


def _bound_inside(tree: ast.expr) -> set[str]:
    stored = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return stored | {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}


def _values(state: State) -> dict[str, Any] | None:
    try:
        return {name: value_of(text) for name, text in state.items()}
    except NotSpelled:
        return None


def _changes(tree: ast.expr, called: set[str], names: frozenset[str]) -> Iterator[str]:
    """What an expression may change, or ask of anything but values."""
    inner = _bound_inside(tree) | names
    for node in ast.walk(tree):
        match node:
            case ast.Name(id="math") if "math" in inner:
                yield "math is a name of the run"
            case ast.NamedExpr() | ast.Yield() | ast.YieldFrom():
                yield "it binds names, or waits"
            case ast.Call(func=ast.Name(id=name)) if name not in _BUILTINS | called or name in inner:
                yield f"what {name} does there is not known to change nothing"
            case ast.Call(func=ast.Attribute(value=ast.Name(id="math"))):
                pass
            case ast.Attribute(attr=name, value=value) if name not in _METHODS:
                if not (isinstance(value, ast.Name) and value.id == "math"):
                    yield f"what {name} does there is not known to change nothing"
            case ast.Call(func=func) if not isinstance(func, ast.Name | ast.Attribute):
                yield "it calls what is made there"


def _hides(value: Any) -> bool:
    """Whether a value has more to it than its spelling: a limit, what stands for keys that are missing, or, of what
    equals nothing, which one it is."""
    return any(isinstance(one, deque | defaultdict) or _is_nan(one) for one in _inside(value))


def _is_nan(value: Any) -> bool:
    if isinstance(value, Decimal):
        return value.is_nan()
    return isinstance(value, float | complex) and value != value


def _inside(value: Any) -> Iterator[Any]:
    yield value
    if isinstance(value, Mapping):
        for pair in value.items():
            for one in pair:
                yield from _inside(one)
    elif not isinstance(value, _FLAT) and hasattr(value, "__iter__"):
        for one in value:
            yield from _inside(one)


def _has_set(value: Any) -> bool:
    return any(isinstance(one, set | frozenset) for one in _inside(value))


def _order_is_lost(tree: ast.expr, name: str, found: Sequence[Any]) -> bool:
    """Whether a set is asked only for what its order does not show in."""
    above = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    alone = all(isinstance(value, set | frozenset) for value in found)
    one_kind = all({type(one) for one in value} in ({int}, {str}) for value in found) if alone else False
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Name) and node.id == name):
            continue
        match above.get(id(node)):
            case ast.Compare():
                pass
            case ast.Call(func=ast.Name(id=asked), args=[_], keywords=[]) if asked in _ANY_ORDER or (
                one_kind and asked in _ANY_ORDER_OF_ONE_KIND
            ):
                if asked in ("set", "frozenset") and not isinstance(above.get(id(above[id(node)])), ast.Compare):
                    return False
            case None if tree is node:
                pass
            case _:
                return False
    return True


def _is_fixed(value: Any) -> bool:
    return all(isinstance(one, (*_FLAT, tuple, frozenset, Fraction, Decimal)) for one in _inside(value))


def _is_flat(value: Any) -> bool:
    return all(_is_fixed(one) for one in list(_inside(value))[1:])


def _set_for_all(whole: ast.Module) -> Iterator[str]:
    """What a program may set that every expression sees: how decimals are computed, what modules and functions have."""
    for node in ast.walk(whole):
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        if name in ("getcontext", "setcontext", "localcontext"):
            yield "the program changes how decimals are computed"
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and not _of_instance(node):
            yield f"the program sets {name} of what every call sees"


def _of_instance(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "self"


def _kept(whole: ast.Module, program: str) -> Iterator[str]:
    """What functions of a program may keep between calls, or see of it."""
    constants = _constants(whole)
    for node in ast.walk(whole):
        match node:
            case ast.Global() | ast.Nonlocal():
                yield "the program's functions keep something between calls"
            case ast.ClassDef():
                yield "the program's classes may keep something between calls"
            case ast.FunctionDef(decorator_list=decorators, args=arguments):
                if decorators:  # of a cache too: a list that it returns twice is one list
                    yield "what decorates a function of the program may keep something between calls"
                defaults = [one for one in (*arguments.defaults, *arguments.kw_defaults) if one is not None]
                if not all(map(_is_constant, defaults)):
                    yield "a default of a function of the program may change between calls"
            case ast.Compare(ops=ops, comparators=others) if any(isinstance(op, ast.Is | ast.IsNot) for op in ops):
                if not all(
                    isinstance(one, ast.Constant) and (one.value is None or isinstance(one.value, bool))
                    for one in others
                ):
                    yield "the program asks which of two equal values it has"
    defined = [node.name for node in ast.walk(whole) if isinstance(node, ast.FunctionDef)]
    stored = {node.id for node in ast.walk(whole) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    if len(set(defined)) < len(defined) or not stored.isdisjoint(defined):
        yield "a function of the program is another one at another time"
    for name in _of_the_module(program) - constants:
        yield f"the program's functions may see what {name} is at that time"


def _is_constant(node: ast.expr) -> bool:
    match node:
        case ast.Constant():
            return True
        case ast.UnaryOp(operand=inner):
            return _is_constant(inner)
        case ast.BinOp(left=left, right=right):
            return _is_constant(left) and _is_constant(right)
        case ast.Tuple(elts=parts):
            return all(map(_is_constant, parts))
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant()], keywords=[]):
            return True
    return False


def _constants(whole: ast.Module) -> set[str]:
    """The names of a module that are bound once, to what never changes."""
    bound = [n.id for n in ast.walk(whole) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    found = set()
    for node in whole.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_constant(value) and bound.count(name) == 1:
                found.add(name)
    return found


def _of_the_module(program: str) -> set[str]:
    """The names that a module binds by its statements, and functions of it read as the module's."""
    top = scopes(program, "exec")
    stack, read = _functions(top), set[str]()
    while stack:
        table = stack.pop()
        stack += table.get_children()
        read |= {one.get_name() for one in table.get_symbols() if one.is_referenced() and one.is_global()}
    bound = {one.get_name() for one in top.get_symbols() if one.is_assigned() and not one.is_namespace()}
    return bound & read


def _functions(table: symtable.SymbolTable) -> list[symtable.SymbolTable]:
    """The functions and classes of a table, those in comprehensions too, which run where they stand."""
    found = []
    for one in table.get_children():
        found += _functions(one) if one.get_name() in _COMPREHENSIONS else [one]
    return found


_COMPREHENSIONS: Final = frozenset(("listcomp", "setcomp", "dictcomp", "genexpr"))

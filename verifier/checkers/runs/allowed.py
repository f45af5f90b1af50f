"""What may run: a whitelist over the syntax of a program, decided before anything of it runs.

What depends on more than the program and its call is refused (clocks, randomness, files, the order of sets), and so is
what reaches for the interpreter itself. It is the first of two walls: the sandbox is the second. Trusted.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from typing import Final

from verifier.checkers.runs.syntax import NotPython, expression, module, scopes

OFFERED: Final = {
    name: frozenset(offered.split())
    for name, offered in {
        "math": """acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist e erf erfc exp
            exp2 expm1 fabs factorial floor fmod frexp fsum gamma gcd hypot inf isclose isfinite isinf isnan isqrt lcm
            ldexp lgamma log log10 log1p log2 modf nan nextafter perm pi pow prod radians remainder sin sinh sqrt tan
            tanh tau trunc ulp""",
        "re": """compile search match fullmatch split findall finditer sub subn escape error Pattern Match A ASCII I
            IGNORECASE M MULTILINE S DOTALL X VERBOSE U UNICODE""",
        "collections": "deque Counter OrderedDict defaultdict namedtuple ChainMap abc",
        "collections.abc": """Callable Collection Container Generator Hashable Iterable Iterator Mapping MutableMapping
            MutableSequence Reversible Sequence Sized""",
        "itertools": """accumulate chain combinations combinations_with_replacement compress count cycle dropwhile
            filterfalse groupby islice pairwise permutations product repeat starmap takewhile tee zip_longest""",
        "functools": "cache lru_cache partial reduce cmp_to_key",
        "string": "ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits octdigits printable "
        "punctuation whitespace",
        "heapq": "heappush heappop heapify heapreplace heappushpop merge nlargest nsmallest",
        "bisect": "bisect bisect_left bisect_right insort insort_left insort_right",
        "copy": "copy deepcopy",
        "typing": """Any Callable ClassVar Counter DefaultDict Deque Dict Final Generator Generic Hashable Iterable
            Iterator List Literal Mapping MutableMapping MutableSequence NamedTuple NoReturn Optional OrderedDict
            Sequence Set FrozenSet AbstractSet MutableSet Sized Text Tuple Type TypeAlias TypeVar Union cast""",
        "dataclasses": "dataclass field asdict astuple replace InitVar KW_ONLY FrozenInstanceError",
        "fractions": "Fraction",
        "decimal": """Decimal Context getcontext setcontext localcontext DecimalException Clamped InvalidOperation
            DivisionByZero Inexact Rounded Subnormal Overflow Underflow FloatOperation ROUND_DOWN ROUND_HALF_UP
            ROUND_HALF_EVEN ROUND_CEILING ROUND_FLOOR ROUND_UP ROUND_HALF_DOWN ROUND_05UP""",
    }.items()
}
"""What programs may take from each module that may be imported: what looks at values alone. Nothing of it evaluates a
text, or sets an attribute whose name is given as a text (``singledispatch`` and ``update_wrapper`` do)."""

MODULES: Final = frozenset(OFFERED)
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
    """Return why a program and its call are not run, or None where they may be."""
    try:
        whole, asked = module(program), expression(call)
        for text, tree, mode in ((program, whole, "exec"), (call.strip(), asked, "eval")):
            if sum(1 for _ in ast.walk(tree)) > MAX_NODES:
                return f"it has more than {MAX_NODES} parts"
            if (why := next(_complaints(tree), None) or next(_borrowed(text, tree, mode), None)) is not None:
                return why
        return next(_orders(whole, asked), None)
    except NotPython as wrong:
        return str(wrong)


def _borrowed(text: str, tree: ast.AST, mode: str) -> Iterator[str]:
    """Complains of builtins that are no program's to name; a name of its own may be spelled like one."""
    top = scopes(text, mode)
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
            offered = exports(node.module) - {"abc"}
            yield from (f"import of {one.name} is refused" for one in node.names if one.name not in offered)
    bases = {id(node.value): node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "abc" and bases.get(id(node)) not in exports(ABSTRACT):
            yield f"of the module {ABSTRACT} only what it offers is used"
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in held and held[node.id] in MODULES:
            attribute = bases.get(id(node))
            if attribute is None or attribute not in exports(held[node.id]):
                yield f"of the module {node.id} only what it offers is used"


ABSTRACT: Final = "collections.abc"


def exports(name: str) -> frozenset[str]:
    """Return what a module on the list offers to programs."""
    return OFFERED[name]


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
    formats = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "format"]
    if not all(isinstance(node.value, ast.Constant) and isinstance(node.value.value, str) for node in formats):
        yield "a format that is not written out is refused"
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


def _orders(whole: ast.Module, asked: ast.expr) -> Iterator[str]:
    """Complains where the order of a set may show: it changes from one interpreter to the next."""
    own = {node.name for node in ast.walk(whole) if isinstance(node, ast.FunctionDef)}
    rebound = {name for tree in (whole, asked) for node in ast.walk(tree) for name in _bound(node)}
    returns, combined = (
        False,
        any(
            isinstance(node, ast.BinOp | ast.AugAssign) and _combines(node)
            for tree in (whole, asked)
            for node in ast.walk(tree)
        ),
    )
    for tree in (whole, asked):
        above = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        made = [node for node in ast.walk(tree) if _makes_set(node) or (combined and _keeps_view(node, above, rebound))]
        made += [node for node in ast.walk(tree) if returns and _calls(node, own)]
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
        called = any(_calls(node, own) for node in ast.walk(tree))
        for node in (*made, *uses):
            if not (node is asked or _unordered(node, above.get(id(node)), called, rebound)):
                yield "the order of a set may show, and is not the same in every run"
            returns = returns or isinstance(above.get(id(node)), ast.Return)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and any(one.asname and one.name in _KINDS for one in node.names):
                yield "a set under another name: its order is not the same in every run"
            if isinstance(node, ast.Name | ast.Attribute) and _is_kind(node) and not _named(node, above):
                yield "a set may be made unseen, and its order is not the same in every run"


def _bound(node: ast.AST) -> Iterator[str]:
    """The names that a node binds: what a builtin of such a name does is not known."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
            yield name
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.ExceptHandler(name=str(name)):
            yield name
        case ast.alias(name=name, asname=other):
            yield other or name.partition(".")[0]


def _calls(node: ast.AST, own: set[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in own


_KINDS: Final = frozenset(("set", "frozenset", "Set", "FrozenSet", "AbstractSet", "MutableSet"))


def _is_kind(node: ast.Name | ast.Attribute) -> bool:
    return (node.id if isinstance(node, ast.Name) else node.attr) in _KINDS


def _named(node: ast.AST, above: Mapping[int, ast.AST]) -> bool:
    """Whether a set's type is named only for what is seen: it is called by its name, asked for, or annotates."""
    parent = above.get(id(node))
    match parent:
        case ast.Call(func=func) if func is node:
            return isinstance(node, ast.Name) and node.id in ("set", "frozenset")
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass")) | ast.Compare() | ast.arg():
            return True
        case ast.AnnAssign(annotation=found) if found is node:
            return True
        case ast.FunctionDef(returns=found) if found is node:
            return True
        case ast.Subscript() | ast.Tuple() | ast.List() | ast.BinOp(op=ast.BitOr()):
            return _named(parent, above)  # of ``dict[str, set]``, ``(list, set)``; ``set[int](...)`` is not
    return False


def _combines(node: ast.BinOp | ast.AugAssign) -> bool:
    """Whether two views of a dictionary may be put together there to a set."""
    if isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor):
        return True
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
    return isinstance(node.op, ast.Sub) and not any(isinstance(side, ast.Constant) for side in sides)


_READERS: Final = frozenset(
    ("len", "list", "tuple", "sorted", "sum", "any", "all", "set", "frozenset", "enumerate", "zip", "map", "filter",
     "iter", "reversed", "dict", "bool", "isinstance", "print", "str", "repr")
)  # fmt: skip
"""Builtins that look at what they are given, and hand on no more than its parts."""


def _keeps_view(node: ast.AST, above: Mapping[int, ast.AST], rebound: set[str]) -> bool:
    """Whether a view of a dictionary is handed on, so that it may become a set elsewhere; or what makes one is."""
    parent = above.get(id(node))
    if isinstance(node, ast.Attribute) and node.attr in ("keys", "items"):
        return not (isinstance(parent, ast.Call) and parent.func is node)
    if not (isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("keys", "items")):
        return False
    match parent:
        case ast.For() | ast.comprehension() | ast.Compare() | ast.Expr() | ast.Starred():
            return False
        case ast.Call(func=ast.Name(id="max" | "min" as name), args=[_]) if name not in rebound:
            return False
        case ast.Call(func=ast.Name(id=name)):
            return name in rebound or name not in _READERS
    return True


def _unordered(node: ast.AST, above: ast.AST | None, called: bool, rebound: set[str]) -> bool:
    """Whether the order of the set that ``node`` is does not show in what stands around it."""
    match above:
        case ast.Compare() | ast.Expr():
            return True
        case ast.Assign(targets=[ast.Name()]):
            return _makes_set(node)
        case ast.Return():
            return not called
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            if name in ("max", "min", "sum") and len(args) != 1:
                return False  # of several sets one is returned
            return name in _ORDER_SAFE - rebound  # not by a key: what is alike by it stays in the order of the set
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

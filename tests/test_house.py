"""The fences of the house. Each goes from a module's syntax to complaints, and is shown to be able to fail."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import verifier

ROOT = Path(verifier.__file__).parent
FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py") if "_lean_project" not in path.parts)

LAYERS = (
    ("binomial", "chain", "endpoint", "kernel", "outputs", "processes", "streams", "version"),
    ("checkers",),  # trusted: kernel, python-flint and itself
    ("language", "mathtext"),
    ("claims",),  # trusted: what builds claims from formal chains
    ("asking",),  # of models: what translates asks so, and what estimates
    ("readers", "engines", "estimators"),
    ("intake",),  # every file and value that holds chains comes in here
    ("answers",),
    ("judging",),
    ("pipeline",),  # a text, read and judged: it asks the readers
    ("records",),
    ("labelling", "proofs", "repairing", "whole"),
    ("search", "rewards"),
    ("evaluation",),  # below search: it measures what search chooses
    ("training",),
    ("auditing",),  # plants errors as training does, and measures as evaluation does
    ("serving", "report"),  # what people look at
    ("commands",),  # what each command does
    ("cli", "__init__"),
    ("__main__",),
    ("docs",),  # the pages that the package shows
)

KEPT_TO = {  # a module -> the places that may import it
    **dict.fromkeys(("sympy", "flint", "mpmath"), ("engines/", "checkers/")),
    **dict.fromkeys(
        ("torch", "transformers", "onnxruntime", "peft", "accelerate"),
        # OpenRLHF's rewards are tensors
        (
            "estimators/",
            "training/",
            "search/policies/local.py",
            "search/policies/local.py",
            "rewards/adaptors/openrlhf.py",
            "asking/local.py",
            "asking/weights.py",
        ),
    ),
    # rewards by tokens: a tokenizer tells which tokens a step is made of
    "tokenizers": ("estimators/", "rewards/tokens.py"),
    **dict.fromkeys(("pyarrow", "datasets"), ("intake/", "labelling/", "evaluation/", "training/")),
    "ray": ("labelling/",),
    "llguidance": ("asking/local.py",),
    "openai": ("endpoint.py",),
    "xllamacpp": ("search/policies/llama_child.py",),
    "math_verify": (),
    "matplotlib": ("report/plots.py",),
    "pandas": ("labelling/outputs/frames.py",),
    "inspect_ai": ("evaluation/inspect/", "rewards/adaptors/inspect_ai.py"),
    **dict.fromkeys(("mcp", "mcp_types"), ("serving/mcp/",)),
    **dict.fromkeys(("fastapi", "uvicorn", "prometheus_client"), ("serving/",)),
    **dict.fromkeys(("subprocess", "pty", "signal", "pexpect", "psutil", "multiprocessing"), ("processes/",)),
    "rich": ("report/", "commands/"),
    "typer": ("cli/", "commands/options/"),
    "tqdm": (),
    # patterns without nested repeats, on bounded text
    "re": ("checkers/points.py", "checkers/forced_values.py", "checkers/lean/", "engines/lean/"),
    "httpx": ("serving/", "rewards/service.py"),
    "pickle": (),
    "marshal": (),
}

FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "core", "base", "manager", "misc"}
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__", "sympify", "parse_expr", "simplify"}
PROCESS_CALLS = {"kill", "killpg", "system", "popen", "fork", "execv", "execve", "spawnv", "posix_spawn"}

Fence = Callable[[str, ast.Module], Iterator[str]]


@cache
def parsed(place: str) -> ast.Module:
    """Return the syntax of a module, parsed once for all fences."""
    return ast.parse((ROOT / place).read_text("utf-8"))


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the module from the top"
            yield node.module or ""
            if node.module == "verifier":
                yield from (f"verifier.{alias.name}" for alias in node.names)


def layer(place: str) -> int:
    room = place.split("/")[0].removesuffix(".py")
    return next((i for i, rooms in enumerate(LAYERS) if room in rooms), -1)


def layers(place: str, tree: ast.Module) -> Iterator[str]:
    if layer(place) < 0:
        yield f"{place} stands in no layer"
    for name in imported(tree):
        parts = name.split(".")
        if parts[0] == "verifier" and len(parts) > 1:
            mine, theirs = place.split("/")[0].removesuffix(".py"), parts[1]
            if mine != theirs and layer(theirs) >= layer(place) and place != "__init__.py":
                yield f"{place} imports {name}, which is not above it"


def outside_imports(place: str, tree: ast.Module) -> Iterator[str]:
    for name in imported(tree):
        homes = KEPT_TO.get(name.split(".")[0])
        if homes is not None and not place.startswith(homes):
            yield f"{place} imports {name}, which only {homes or 'nobody'} may"
        if place.startswith("kernel/") and name.split(".")[0] not in {*sys.stdlib_module_names, "verifier"}:
            yield f"{place} imports {name}: the kernel is standard library only"


EXTERNAL = {  # the named list: what the checkers of checkers/lean and checkers/runs may import besides
    "verifier.processes",  # starts, feeds, times and ends Lean, and the sandbox of programs
    "platformdirs",  # where the user's cache is
    "filelock",  # one installer at a time
}


def trusted_imports(place: str, tree: ast.Module) -> Iterator[str]:
    """Complains of what a checker imports besides the kernel, python-flint, the standard library and checkers."""
    external = place.startswith(("checkers/lean/", "checkers/runs/"))
    for name in imported(tree) if place.startswith("checkers/") else ():
        parts = name.split(".")
        if name == "verifier" or (external and {parts[0], ".".join(parts[:2])} & EXTERNAL):
            continue
        ours = parts[:2] in (["verifier", "kernel"], ["verifier", "checkers"])
        if not (ours or parts[0] in {*sys.stdlib_module_names, "flint"}):
            yield f"{place} imports {name}, which is not trusted"
        if not external and parts[:3] == ["verifier", "checkers", "lean"]:
            yield f"{place} imports {name}: only checkers/lean may rest on a Lean"


EVALUATION = ("verifier.checkers.evaluate", "verifier.checkers.functions")


def front_ends(place: str, tree: ast.Module) -> Iterator[str]:
    """Complains of a front end, or of what reads formulas for all of them, that decides, or looks at what does."""
    own = "verifier." + ".".join(place.split("/")[:2])
    for name in imported(tree) if place.startswith(("readers/", "mathtext/")) else ():
        deciding = name.startswith(("verifier.engines", "verifier.checkers", "verifier.estimators"))
        deciding = deciding and name not in EVALUATION  # which readers of text use to see what they read
        if deciding or (name.startswith("verifier.readers") and not name.startswith(own)):
            yield f"{place} imports {name}: a front end only translates"


def middle(place: str, tree: ast.Module) -> Iterator[str]:
    """Complains of a judge that looks at how a text was read: it decides formal chains, whoever wrote them."""
    for name in imported(tree) if place.startswith("judging/") else ():
        if name.startswith("verifier.readers"):
            yield f"{place} imports {name}: judging knows no reader"


def dangerous_calls(place: str, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            patterns = name == "compile" and place in ("checkers/points.py", "checkers/forced_values.py")
            in_sandbox = name in ("compile", "exec", "eval") and place == RUNS
            if name in FORBIDDEN_CALLS and not (patterns or in_sandbox):
                yield f"{place}:{node.lineno} calls {name}"
            on_os = isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "os"
            if on_os and name in PROCESS_CALLS and not place.startswith("processes/"):
                yield f"{place}:{node.lineno} calls os.{name}: only processes does"


RUNS = "checkers/runs/tracer.py"
"""The child that runs programs, in the sandbox: what they raise and print is what it tells of them."""


def broad_handlers(place: str, tree: ast.Module) -> Iterator[str]:
    if place.startswith("processes/") or place == RUNS:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            if any(kind is None or getattr(kind, "id", "") in ("Exception", "BaseException") for kind in kinds):
                yield f"{place}:{node.lineno} catches everything, so a crash could become an answer"


BARS = {"rich.progress", "rich.live", "rich.status", "rich.spinner", "rich.prompt"}
BUILT = {"Console": "report/screen.py", "Progress": "report/bars.py", "Live": "", "Status": "", "track": ""}
STREAMS = ("sys.stdout", "sys.stderr")
ASIDE = {"redirect_stdout", "redirect_stderr"}


def one_screen(place: str, tree: ast.Module) -> Iterator[str]:
    """Complains of what could show a bar, or take what is printed, anywhere but in the two modules about that."""
    ours = place in ("report/screen.py", "report/bars.py")
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom) and not ours:
            names = [node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            yield from (
                f"{place}:{node.lineno} imports {name}: bars are made in report/bars" for name in names if name in BARS
            )
        elif isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if place != BUILT.get(name, place) or (name in ASIDE and not ours):
                yield f"{place}:{node.lineno} calls {name}: see report/screen and report/bars"
            if name == "status" and "console" in ast.unparse(node.func).lower():
                yield f"{place}:{node.lineno} shows a status: see report/bars"
        elif (
            isinstance(node, ast.Attribute)
            and ast.unparse(node) in ("sys.stdout", "sys.stderr")
            and not isinstance(node.ctx, ast.Load)
            and place not in (RUNS, "streams.py")
        ):
            yield f"{place}:{node.lineno} puts another stream in the place of {ast.unparse(node)}"


STORES = (  # what nobody but this package looks into: caches, and scratch folders
    "outputs.py",
    "checkers/lean/toolchain/install.py",
    "checkers/lean/toolchain/cache.py",
    "checkers/lean/toolchain/fetching.py",
    "checkers/lean/toolchain/toolchain.py",
    "estimators/own/weights.py",
    "estimators/surprisal/smollm2.py",
    "labelling/cache.py",
    "proofs/elaboration/comparator.py",
    "proofs/elaboration/kernels.py",
    "proofs/elaboration/modules.py",
    "report/html/katex.py",
    "search/policies/pinned.py",
)
WRITES = {"write_text", "write_bytes", "rename", "renames"}
MADE = {"mkstemp", "NamedTemporaryFile"}
MODES = {"w", "wb", "wt", "x", "xb", "xt", "w+", "w+b"}
ALL_OF_IT = {"shutil.move", "shutil.copy", "shutil.copyfile", "os.replace"}


def one_writer(place: str, tree: ast.Module) -> Iterator[str]:
    """Complains of files that are made or replaced anywhere but in outputs and the stores of this package."""
    for node in ast.walk(tree) if place not in STORES else ():
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        # A text is replaced by two arguments, a data class by names, a path by one.
        replaced = name == "replace" and len(node.args) == 1 and not node.keywords
        modes = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
        opened = name == "open" and bool(MODES & modes)
        method = name in WRITES and isinstance(node.func, ast.Attribute)
        if method or replaced or opened or name in MADE or ast.unparse(node.func) in ALL_OF_IT:
            yield f"{place}:{node.lineno} {name}: what is written goes through verifier/outputs"


QUIET = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.Assign, ast.AnnAssign)


def work_on_import(place: str, tree: ast.Module) -> Iterator[str]:
    """Complains of what is not a definition, a constant or a command's guard: a bare call, a loop, an open file."""
    for node in tree.body:
        guard = isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "__name__ == '__main__'")
        text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not (guard or text or isinstance(node, QUIET)):
            yield f"{place}:{node.lineno} does work on import"
        if isinstance(node, ast.Assign | ast.AnnAssign):
            calls = (
                getattr(n.func, "attr", getattr(n.func, "id", "")) for n in ast.walk(node) if isinstance(n, ast.Call)
            )
            yield from (
                f"{place}:{node.lineno} {c}s on import" for c in calls if c in ("open", "read_text", "read_bytes")
            )


def names(place: str, tree: ast.Module) -> Iterator[str]:
    if FORBIDDEN_NAMES & set(place.removesuffix(".py").split("/")):
        yield f"{place} is named for no subject"


BAD = [
    (layers, "checkers/points.py", "from verifier.engines.candidate import Candidate"),
    (layers, "checkers/lean/checker.py", "def f():\n    from verifier.engines.lean import pool"),
    (layers, "report/terminal.py", "from verifier.commands import check"),
    (trusted_imports, "checkers/points.py", "from verifier.engines.candidate import Candidate"),
    (trusted_imports, "checkers/points.py", "from verifier import outputs"),
    (trusted_imports, "checkers/points.py", "from verifier.processes import once"),
    (trusted_imports, "checkers/balls.py", "def f():\n    import sympy"),
    (trusted_imports, "checkers/balls.py", "from filelock import FileLock"),
    (trusted_imports, "checkers/canonical/forms.py", "from verifier.checkers.lean import checker"),
    (trusted_imports, "checkers/lean/checker.py", "from verifier.outputs import written"),
    (trusted_imports, "checkers/lean/toolchain/install.py", "import httpx"),
    (layers, "kernel/expr.py", "from verifier.mathtext import scan"),
    (layers, "judging/decide.py", "import verifier.cli.main"),
    (layers, "engines/points.py", "from verifier import judging"),
    (layers, "engines/points.py", "from verifier.readers.exact import read"),
    (layers, "mathtext/notation/frames.py", "from verifier.readers.exact.guards.table import GUARDS"),
    (layers, "mathtext/notation/frames.py", "def f():\n    from verifier.engines.candidate import Candidate"),
    (layers, "mathtext/guards/guard.py", "from verifier.judging import judge"),
    (layers, "odds/ends.py", ""),
    (outside_imports, "judging/decide.py", "def f():\n    import sympy"),
    (outside_imports, "engines/points.py", "from subprocess import run"),
    (outside_imports, "kernel/expr.py", "import numpy"),
    (outside_imports, "mathtext/scan.py", "import re"),
    (front_ends, "readers/exact/read.py", "from verifier.readers.model.mend import mended"),
    (front_ends, "readers/model/mend.py", "from verifier.engines.formulas.models.models import has_model"),
    (front_ends, "mathtext/notation/frames.py", "from verifier.readers.exact import reading"),
    (front_ends, "mathtext/notation/frames.py", "from verifier.checkers.points import check"),
    (middle, "judging/decide.py", "from verifier.readers.exact.read import read"),
    (middle, "judging/estimates/fusion.py", "def f():\n    from verifier.readers.model.live import LiveModel"),
    (dangerous_calls, "engines/points.py", "eval('1')"),
    (dangerous_calls, "engines/points.py", "sympy.sympify('1')"),
    (dangerous_calls, "engines/settle.py", "os.kill(1, 9)"),
    (broad_handlers, "engines/settle.py", "try:\n    f()\nexcept Exception:\n    pass"),
    (broad_handlers, "engines/settle.py", "try:\n    f()\nexcept:\n    pass"),
    (broad_handlers, "engines/settle.py", "try:\n    f()\nexcept (ValueError, BaseException):\n    pass"),
    (outside_imports, "engines/lean/bar.py", "from rich.console import Console"),
    (one_screen, "commands/check.py", "from rich.progress import Progress"),
    (one_screen, "commands/check.py", "import rich.live"),
    (one_screen, "commands/check.py", "def f():\n    rich.progress.track(x)"),
    (one_screen, "commands/check.py", "console = Console(stderr=True)"),
    (one_screen, "report/bars.py", "console = Console(stderr=True)"),
    (one_screen, "commands/check.py", "with standard_output().console.status('x'):\n    pass"),
    (one_screen, "commands/check.py", "with redirect_stdout(sys.stderr):\n    pass"),
    (one_screen, "commands/check.py", "sys.stdout = sys.stderr"),
    (one_writer, "commands/check.py", "path.write_text('x')"),
    (one_writer, "commands/check.py", "partial.replace(path)"),
    (one_writer, "commands/check.py", "os.replace(a, b)"),
    (one_writer, "commands/check.py", "partial.rename(path)"),
    (one_writer, "commands/check.py", "path.open('w')"),
    (one_writer, "commands/check.py", "open(path, mode='wb')"),
    (one_writer, "commands/check.py", "shutil.move(a, b)"),
    (work_on_import, "engines/settle.py", "print('hello')"),
    (work_on_import, "engines/settle.py", "for i in range(3):\n    x = i"),
    (work_on_import, "engines/settle.py", "WORDS = open('words.txt').read()"),
    (names, "judging/utils.py", ""),
    (names, "core/term.py", ""),
]

FENCES: tuple[Fence, ...] = (
    layers,
    outside_imports,
    trusted_imports,
    middle,
    front_ends,
    dangerous_calls,
    broad_handlers,
    one_screen,
    one_writer,
    work_on_import,
    names,
)


@pytest.mark.parametrize("fence", FENCES, ids=lambda fence: fence.__name__)
def test_every_module_keeps_inside(fence: Fence) -> None:
    assert [wrong for place in FILES for wrong in fence(place, parsed(place))] == []


@pytest.mark.parametrize(("fence", "place", "source"), BAD)
def test_a_fence_notices(fence: Fence, place: str, source: str) -> None:
    assert list(fence(place, ast.parse(source)))


def imports_of(name: str, tree: ast.Module, known: frozenset[str]) -> set[str]:
    """Return which of our modules a module imports, at its top or in a function; not those for annotations alone."""
    names: set[str] = set()
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            names |= {found for found in imported(ast.Module([node], [])) if found in known}  # type: ignore[list-item]
            for inner in ast.walk(node):
                if isinstance(inner, ast.ImportFrom):
                    names |= {f"{inner.module}.{alias.name}" for alias in inner.names} & known
    return names - {name}


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the modules that import each other in a ring, if any: what is left when leaves are taken off again and
    again, from both ends."""
    left = {name: set(others) for name, others in graph.items()}
    while True:
        reached = {other for others in left.values() for other in others}
        kept = {name: others & left.keys() for name, others in left.items() if others & left.keys() and name in reached}
        if kept == left:
            return [sorted(left)] if left else []
        left = kept


def test_no_modules_import_each_other_in_a_circle() -> None:
    named = {
        f"verifier.{place.removesuffix('.py').replace('/', '.')}".removesuffix(".__init__"): place for place in FILES
    }
    known = frozenset(named)
    graph = {
        name: imports_of(name, ast.parse((ROOT / place).read_text("utf-8")), known) for name, place in named.items()
    }
    assert sum(map(len, graph.values())) > 1000
    assert circles(graph) == []


def test_a_circle_is_noticed() -> None:
    known = frozenset({"verifier.a", "verifier.b", "verifier.c"})
    sources = {
        "verifier.a": "from verifier import b",
        "verifier.b": "def f():\n    from verifier.c import g",
        "verifier.c": "import verifier.a",
    }
    graph = {name: imports_of(name, ast.parse(source), known) for name, source in sources.items()}
    assert circles(graph) == [sorted(known)]
    assert circles({**graph, "verifier.c": set()}) == []


def test_the_fences_see_the_house() -> None:
    seen = {"chain.py", "kernel/verdict.py", "engines/points.py", "checkers/points.py", "records/record.py"}
    assert seen <= set(FILES)


def test_the_kernel_stays_under_1020_lines() -> None:
    kernel = [place for place in FILES if place.startswith("kernel/")]
    assert 0 < sum(len((ROOT / place).read_text("utf-8").splitlines()) for place in kernel) < 1020


def test_no_room_has_more_than_12_modules() -> None:
    rooms = Counter(place.rpartition("/")[0] for place in FILES if not place.endswith("__init__.py"))
    assert [room for room, modules in rooms.items() if modules > 12] == []


def test_no_module_is_too_large_to_see() -> None:
    assert [place for place in FILES if len((ROOT / place).read_text("utf-8").splitlines()) > 600] == []


HEAVY = (
    "sympy",
    "flint",
    "pexpect",
    "rich",
    "typer",
    "torch",
    "verifier.judging",
    "verifier.checkers",
    "verifier.engines",
    "verifier.kernel",
)


def loaded_after(code: str) -> set[str]:
    """Return which heavy modules a fresh interpreter holds after ``code``."""
    ask = f"{code}\nimport sys\nprint(*[m for m in {HEAVY!r} if m in sys.modules])"
    return set(subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True).stdout.split())


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded_after("import verifier") == set()
    assert "sympy" in loaded_after("import verifier, sympy")


def test_records_and_chains_load_no_engine() -> None:
    assert not loaded_after("import verifier; verifier.Chain; verifier.record") & {"sympy", "flint", "pexpect", "rich"}


def test_every_public_name_is_there() -> None:
    assert all(getattr(verifier, name) is not None for name in verifier.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        verifier.nonsense  # noqa: B018


def test_every_place_that_a_fence_names_is_there() -> None:
    places = {place for homes in KEPT_TO.values() for place in homes}
    rooms = {room for layer in LAYERS for room in layer}
    assert places and [place for place in places if not (ROOT / place).exists()] == []
    assert rooms and [room for room in rooms if not ((ROOT / room).is_dir() or (ROOT / f"{room}.py").exists())] == []

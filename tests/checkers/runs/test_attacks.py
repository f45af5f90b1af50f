"""Attacks on the sandbox of programs: refused before anything runs, or contained; and the second wall holds alone."""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from pathlib import Path

import pytest

from verifier.checkers.runs.allowed import refused
from verifier.checkers.runs.interpreters import Interpreter, NotRun
from verifier.kernel.verdict import Reason
from verifier.processes import run

ATTACKS = Path(__file__).parents[2] / "forgery" / "programs"
NAMES = sorted(path.name.removesuffix(".py.txt") for path in ATTACKS.glob("*.py.txt"))

ONLY_WORK = frozenset(  # what asks for nothing but time, memory or output: it runs, and is ended
    name for name in NAMES if name.startswith(("a_memory", "a_giant", "an_endless", "endless", "a_flood", "a_pattern"))
)
ALONE = """
import json, sys
from verifier.processes.confined import Bounds, computed
for program, call in json.load(sys.stdin):
    def work():
        names = {}
        exec(program, names)
        return repr(eval(call, names)).encode()[:100]
    print(computed(work, Bounds(cpu=1, seconds=8.0, answer=1 << 16)).how)
"""


def attack(name: str, mark: Path, port: int) -> tuple[str, str]:
    text = (ATTACKS / f"{name}.py.txt").read_text("utf-8")
    call = text.splitlines()[1].removeprefix("# call: ")
    return text.replace("MARK", str(mark)).replace("PORT", str(port)), call


def test_there_are_attacks_enough() -> None:
    assert len(NAMES) >= 30


@pytest.fixture(scope="module")
def interpreter() -> Interpreter:
    made = Interpreter()
    yield made
    made.close()


@pytest.mark.parametrize("name", NAMES)
def test_an_attack_is_refused_or_contained(name: str, tmp_path: Path, interpreter: Interpreter) -> None:
    program, call = attack(name, tmp_path / "mark", 9)
    start = time.monotonic()
    with pytest.raises(NotRun) as lost:
        interpreter.trace(program, call)
    expected = {Reason.OUT_OF_BUDGET, Reason.ENGINE_LOST} if name in ONLY_WORK else {Reason.PROGRAM_REFUSED}
    assert lost.value.reason in expected
    assert time.monotonic() - start < 60
    assert not (tmp_path / "mark").exists()


def test_the_filter_holds_where_the_whitelist_is_gone(tmp_path: Path) -> None:
    """The attacks have all builtins here, and no namespaces around them: nothing is written and nothing is sent."""
    tmp_path.chmod(0o777)
    names = [name for name in NAMES if name not in ONLY_WORK]
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as heard:
        port = server.getsockname()[1]
        heard.bind(("127.0.0.1", port))
        server.setblocking(False)
        heard.setblocking(False)
        asked = json.dumps([attack(name, tmp_path / "mark", port) for name in names])
        env = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        done = run([sys.executable, "-c", ALONE], deadline=120, env=env, cwd=tmp_path, input=asked.encode())
        assert done.rc == 0 and len(done.stdout.split()) == len(names), done.text
        with pytest.raises(BlockingIOError):
            server.accept()
        with pytest.raises(BlockingIOError):
            heard.recvfrom(10)
    assert list(tmp_path.iterdir()) == []
    how = dict(zip(names, done.stdout.decode().split(), strict=True))
    assert {how[name] for name in ("a_file_written", "a_socket", "a_fork_bomb", "another_process")} == {"killed"}


def test_refusals_name_what_is_refused() -> None:
    assert refused("import os\ndef f():\n    return 1", "f()") == "import of os is refused"
    assert "__class__" in (refused("def f(x):\n    return x.__class__", "f(1)") or "")
    assert refused("def f(x):\n    return x", "open('a')") == "open is refused"
    assert refused("def f(:", "f()") is not None


@pytest.mark.parametrize(
    "program",
    [
        "def f(input):\n    return input",  # a name of its own that is spelled like a builtin
        "def f(__):\n    return [__ for __ in __]",
        "def f(x):\n    return type(x) == int",
        "from collections import Counter\ndef f(x):\n    return Counter(x)",
        "import re\ndef f(x):\n    return re.sub('a', 'b', x)",
        "def f(x):\n    seen = set()\n    seen.add(x)\n    return 3 in seen, sorted(seen)",
        "class A:\n    def __init__(self, x):\n        self.x = x\ndef f(x):\n    return A(x).x",
        "def f(x):\n    return '{} {:>3}'.format(x, 2)",
        "def f(x):\n    try:\n        return x[3]\n    except:\n        return None",
    ],
)
def test_plain_programs_are_not_refused(program: str) -> None:
    assert refused(program, "f('a')") is None


EXECUTED = """
import sys
from verifier.processes.confined import Bounds, executed
for text in sys.argv[1:]:
    bounds = Bounds(cpu=5, seconds=20.0, memory=2 << 30, answer=1 << 16)
    done = executed([sys.executable, "-I", "-S", "-c", text], bounds)
    print(done.how, done.answer.decode().strip())
"""


def test_a_second_interpreter_makes_threads_and_no_processes() -> None:
    """It is loaded as it runs, so its filter forbids what is named and lets the rest through."""
    texts = {
        "import os\nos.fork()\nprint('forked')": "killed",
        "import os\nos.posix_spawn('/bin/true', ['true'], {})\nprint('spawned')": "killed",
        "import _thread, time\n_thread.start_new_thread(print, ('a thread',))\ntime.sleep(0.2)": "ok a thread",
        "print(2 + 3)": "ok 5",
    }
    env = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = run([sys.executable, "-c", EXECUTED, *texts], deadline=120, env=env)
    assert done.rc == 0, done.text
    assert [line.strip() for line in done.stdout.decode().splitlines()] == list(texts.values())

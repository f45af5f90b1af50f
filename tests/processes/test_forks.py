"""Forks of a process that keeps children, threads, locks and connections: each works, and leaves the parent's alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FORK = """
import glob, os, signal, sys, tempfile, time

def forked(work, leave=None):
    pid = os.fork()
    if not pid:
        print("child", work(), flush=True)
        os._exit(0) if leave else sys.exit(0)
    until = time.monotonic() + 90
    while time.monotonic() < until:
        if os.waitpid(pid, os.WNOHANG)[0]:
            return
        time.sleep(0.02)
    os.kill(pid, signal.SIGKILL)
    print("the fork hangs")
"""

PROGRAM = """
from verifier import Judge
from verifier.chain import Chain

SUM = "def f(n):\\n    t = 0\\n    for i in range(n):\\n        t += i\\n    return t\\n"
PROBLEM = f"```python\\n{SUM}```\\nWhat does `f(%d)` return?"

def judged(judge, n):
    chain = Chain.given(PROBLEM % n, [f"`f({n})` returns {n * (n - 1) // 2}.", f"`f({n})` returns 77."])
    return [step.correct for step in judge(chain).steps]

def pids(judge):
    return [one._child.pid for one in (judge.lineup.runs._interpreter, judge.lineup.runs._checker._interpreter)]
"""


def said(script: str, folder: Path, *parts: str) -> list[str]:
    """Return the lines that a script prints, run by a Python of its own."""
    path = folder / "script.py"
    path.write_text("\n".join((FORK, *parts, script)))
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(path)], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


JUDGES = """
with Judge(lean="off") as judge:
    print(judged(judge, 4))
    before, folders = pids(judge), glob.glob(tempfile.gettempdir() + "/verifier-run-*")
    for n in (5, 6):
        forked(lambda: judged(judge, n))
        forked(lambda: (judged(judge, n), judge.close()), leave=True)
    print(judged(judge, 7), pids(judge) == before)
    print(all(map(os.path.isdir, folders)), forked(lambda: forked(lambda: judged(judge, 8))))
"""


def test_judge_that_ran_a_program_works_in_forks_and_goes_on_in_the_parent(tmp_path: Path) -> None:
    assert said(JUDGES, tmp_path, PROGRAM) == [
        "[True, False]",
        "child [True, False]",
        "child ([True, False], None)",
        "child [True, False]",
        "child ([True, False], None)",
        "[True, False] True",
        "child [True, False]",
        "child None",
        "True None",
    ]


THREADS = """
import threading
with Judge(lean="off") as judge:
    print(judged(judge, 4))
    busy = threading.Thread(target=lambda: [judged(judge, n) for n in range(20, 60)])
    busy.start()
    for n in range(5):
        forked(lambda: judged(judge, n + 90))
    busy.join()
    print(judged(judge, 7))
"""


def test_fork_while_another_thread_judges_finds_no_lock_held(tmp_path: Path) -> None:
    lines = said(THREADS, tmp_path, PROGRAM)
    assert lines == ["[True, False]", *["child [True, False]"] * 5, "[True, False]"]


WORKERS = """
import multiprocessing
from verifier.processes import Crew, MARKER, Pool, command

def answers(crew):
    return [told for _, told in crew.run([("a", ['{"x": 1}']), ("b", ['{"x": 2}'])])]

pool = Pool("echoing", '"s"', 2, memory=1 << 30, start=60.0)
argv, env = command("echoing", '"s"')

def asked(word):
    with pool.lent() as child:
        return child.ask(word, MARKER, lambda said: True, 30.0)

with Crew(argv, 2, deadline=30.0, memory=1 << 30, env=env) as crew:
    print(asked("one"), answers(crew))
    before = sorted((*pool.pids, *crew.pids))
    forked(lambda: (asked("two"), answers(crew), crew.close(), pool.close()))
    with multiprocessing.get_context("fork").Pool(2) as others:
        print(others.map(asked, ["three", "four"]))
    print(asked("five"), sorted((*pool.pids, *crew.pids)) == before)
pool.close()
"""

ECHOING = """
from verifier.processes.worker import say, work

def serve(settings, lines, out):
    say("ready", out)
    while line := lines.readline():
        say(line.strip(), out)

work(serve)
"""


def test_pool_and_crew_start_their_own_children_in_forks(tmp_path: Path) -> None:
    (tmp_path / "echoing.py").write_text(ECHOING)
    first, child, others, last = said(WORKERS, tmp_path)
    assert '"one"' in first and '"two"' in child and '"three"' in others and '"four"' in others
    assert last.endswith("True")


FILES = """
from pathlib import Path
from verifier.asking.budget import Spent
from verifier.asking.kept import Kept
from verifier.asking.request import Request, Said
from verifier.labelling.cache import Entry, RecordCache

place = Path(sys.argv[0]).parent
cache = RecordCache(place / "cache")
cache.put([(b"a", Entry("1", b"x"))])

def use(key):
    cache.put([(key, Entry("2", b"y"))])
    return len(cache.get([b"a", b"b", b"c"]))

with Kept(place / "kept.sqlite") as kept:
    spent = Spent()
    spent._turn.acquire()
    kept._turn.acquire()
    counted = lambda: kept._done(lambda: kept._rows.execute("SELECT 1").fetchone())
    forked(lambda: (use(b"b"), spent.refused("it is late").why, counted()))
    kept._turn.release()
    print(use(b"c"), kept._rows.execute("PRAGMA integrity_check").fetchone())
"""


def test_files_of_answers_and_records_are_opened_anew_in_forks(tmp_path: Path) -> None:
    assert said(FILES, tmp_path) == ["child (2, 'it is late', (1,))", "3 ('ok',)"]


MODEL = """
from verifier import Judge
from verifier.chain import Chain

chain = Chain.given("What is 6 * 7?", ["It is easy to see that it is large.", "So 6 * 7 = 42."])
with Judge(lean="off", prm="default") as judge:
    score = [step.score for step in judge(chain).steps]
    forked(lambda: [step.score for step in judge(chain).steps] == score)
    forked(lambda: "which leaves the model alone")
    print([step.score for step in judge(chain).steps] == score)
"""


def test_estimates_in_a_fork_are_those_of_the_parent(tmp_path: Path) -> None:
    assert said(MODEL, tmp_path) == ["child True", "child which leaves the model alone", "True"]


LOADER = """
import torch
from torch.utils.data import DataLoader, Dataset

class Steps(Dataset):
    def __len__(self): return 6
    def __getitem__(self, n): return torch.tensor([bool(one) for one in judged(judge, n + 3)])

with Judge(lean="off") as judge:
    print(judged(judge, 2))
    before = pids(judge)
    print(sum(batch[:, 0].sum().item() for batch in DataLoader(Steps(), batch_size=2, num_workers=2)))
    print(judged(judge, 4), pids(judge) == before)
"""


def test_workers_of_a_data_loader_judge_programs(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    assert said(LOADER, tmp_path, PROGRAM) == ["[True, False]", "6", "[True, False] True"]


LEAN = """
from verifier.engines.lean.pool import LeanPool

with LeanPool(1) as pool:
    def proved():
        return pool.prove("2 + 2 = (4 : Nat)", "rfl").ok
    print(proved())
    before = pool.pids
    forked(proved)
    forked(lambda: (proved(), pool.close()))
    print(proved(), pool.pids == before)
"""


def test_lean_in_a_fork_is_another_one(tmp_path: Path, real_lean: object) -> None:
    assert said(LEAN, tmp_path) == ["True", "child True", "child (True, None)", "True True"]

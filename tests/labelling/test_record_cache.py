"""Records made before: signed, shared by processes, pruned; what this machine did not finish is not kept."""

from __future__ import annotations

import json
import sqlite3
import stat
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.command_line import run

import verifier
from verifier.chain import Chain
from verifier.intake.example import Example
from verifier.intake.source import Numbered
from verifier.labelling.cache import DAY, CacheRefused, Entry, RecordCache, folder, key_of
from verifier.labelling.run_spec import JUDGES, SOURCES, RunSpec
from verifier.labelling.work import Work

CHAIN = Chain.of("Add.", ["2 + 3 = 5", "So 5 + 1 = 7"], "own")
ROW = Numbered(0, "here:1", "plain", {"problem": "Add.", "steps": ["2 + 3 = 5", "So 5 + 1 = 7"], "id": "own"})
ENTRY = Entry.of({"steps": [], "tally": {}}, {"id": "own", "steps": []})


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "records"


def test_what_is_put_is_found_and_nothing_else() -> None:
    one, other = key_of(CHAIN, "a"), key_of(CHAIN, "b")
    with RecordCache() as cache:
        cache.put([(one, ENTRY)])
        assert cache.get([one, other]) == {one: ENTRY}
        assert json.loads(ENTRY.line(replace(Chain.of("p", ["s"], "new"), place="f:2")))["id"] == "new"


def test_the_key_is_of_the_texts_and_of_who_judged_and_not_of_the_id() -> None:
    keys = [
        key_of(Chain.of("p", ["a", "b"]), "v"),
        key_of(Chain.of("p", ["a b"]), "v"),
        key_of(Chain.of("p", ["b", "a"]), "v"),
        key_of(Chain.of("q", ["a", "b"]), "v"),
        key_of(Chain.of("p", ["a", "b"]), "w"),
    ]
    assert len(set(keys)) == 5 and key_of(Chain.of("p", ["a", "b"], "id"), "v") == keys[0]


def test_only_the_owner_reads_the_key(own_cache: Path) -> None:
    RecordCache().close()
    assert stat.S_IMODE((own_cache / "key").stat().st_mode) == 0o600
    (own_cache / "key").chmod(0o640)
    with pytest.raises(CacheRefused, match="only its owner, this user, can read; remove"):
        RecordCache()


FORGERIES = {
    "another record": "UPDATE records SET record = x'00'",
    "other labels": """UPDATE records SET told = replace(told, 'false', 'true')""",
    "no signature": "UPDATE records SET mac = x''",
    "no signature at all": "UPDATE records SET mac = NULL",
    "another chain's": "UPDATE records SET key = x'00'",
    "numbers": "UPDATE records SET told = 5",
}


@pytest.mark.parametrize("trick", FORGERIES)
def test_a_planted_entry_is_ignored_and_reported(own_cache: Path, trick: str) -> None:
    order = RunSpec("records", lean="off")
    with Work(order, "v", RecordCache()) as work:
        [first] = work.outcomes([ROW])
        work.keep()
        assert work.remembered([ROW]) == [first]
        file = sqlite3.connect(own_cache / "records.sqlite")
        with file:
            if trick == "another chain's":
                file.execute("UPDATE records SET key = ?", (key_of(Chain.of("Add.", ["1 = 2"]), "v"),))
            else:
                file.execute(FORGERIES[trick])
        file.close()
        row = Numbered(0, "here:1", "plain", {"problem": "Add.", "steps": ["1 = 2"]}) if "chain" in trick else ROW
        assert work.remembered([row]) == [None]
        assert any("not signed" in complaint for complaint in work.complaints)
        again = next(work.outcomes([ROW]))
        assert again == first


def test_another_key_means_another_cache(own_cache: Path) -> None:
    with RecordCache() as cache:
        cache.put([(b"k", ENTRY)])
    (own_cache / "key").unlink()
    with RecordCache() as cache:
        assert cache.get([b"k"]) == {} and cache.forged == 1 and list(cache.entries()) == []


def test_what_an_engine_lost_or_the_clock_cut_is_not_kept() -> None:
    class Slow(Work):
        def _warm(self):  # type: ignore[no-untyped-def]  # a judge whose chains take their time
            judge = super()._warm()

            def slowly(chains):  # type: ignore[no-untyped-def]
                time.sleep(0.06)
                return judge.all(chains)

            return SimpleNamespace(lengths=None, all=slowly, lineup=judge.lineup)

    with Slow(RunSpec("jsonl", lean="off", timeout=0.05), "v", RecordCache()) as work:
        list(work.outcomes([ROW]))
        work.keep()
        assert work.remembered([ROW]) == [None]
    from verifier.kernel.verdict import Reason
    from verifier.labelling.work import NO_RESULT, _speaks_of_the_chain

    def record(reason: str | None) -> dict[str, object]:
        return {"steps": [{"claims": [{"reason": reason}]}]}

    kept = {reason: _speaks_of_the_chain(record(reason.value), NO_RESULT) for reason in Reason}
    assert [reason for reason, keep in kept.items() if not keep] == [Reason.ENGINE_LOST, Reason.NO_ENGINE]
    assert not _speaks_of_the_chain({"steps": [{"claims": [{"reason": None, "contradiction": []}]}]}, NO_RESULT)


def test_several_processes_write_at_once(own_cache: Path) -> None:
    code = """
import sys
from verifier.labelling.cache import Entry, RecordCache
entry = Entry.of({"steps": [], "tally": {}}, {"steps": []})
with RecordCache() as cache:
    for i in range(40):
        cache.put([(f"{sys.argv[1]}-{i}".encode(), entry)])
"""
    children = [subprocess.Popen([sys.executable, "-c", code, str(i)]) for i in range(3)]
    assert [child.wait(60) for child in children] == [0, 0, 0]
    with RecordCache() as cache:
        assert cache.stats()["records"] == 120 and len(list(cache.entries())) == 120 and cache.forged == 0


def test_pruning_takes_the_longest_unused_first(own_cache: Path) -> None:
    with RecordCache() as cache:
        cache.put([(bytes([i]), ENTRY) for i in range(4)])
        now = int(time.time())
        file = sqlite3.connect(own_cache / "records.sqlite", isolation_level=None)
        for i in range(4):
            file.execute("UPDATE records SET used = ? WHERE key = ?", (now - i * 10 * DAY, bytes([i])))
        assert cache.prune(older_than=25) == 1
        size = len(ENTRY.told) + len(ENTRY.record)
        assert cache.prune(larger_than=2 * size) == 1
        assert set(cache.get([bytes([i]) for i in range(4)])) == {b"\x00", b"\x01"}
        cache.put([])
        assert cache.stats()["oldest"] >= now - 1, "what is used is noted as used"
        assert cache.prune(larger_than=0) == 2


def test_a_broken_file_is_told_and_done_without(own_cache: Path, tmp_path: Path) -> None:
    own_cache.mkdir(parents=True)
    (own_cache / "records.sqlite").write_bytes(b"no database " * 100)
    with pytest.raises(CacheRefused):
        RecordCache()
    (tmp_path / "in.jsonl").write_text(json.dumps(ROW.data) + "\n", "utf-8")
    done = run(tmp_path, "label", "in.jsonl", "--out", "out.jsonl", "--lean", "off")
    assert done.returncode == 0 and "going on without the cache" in done.stderr


def test_the_cache_is_shown_pruned_and_rechecked(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(json.dumps(ROW.data) + "\n", "utf-8")
    assert run(tmp_path, "label", "in.jsonl", "--out", "out.jsonl", "--lean", "off").returncode == 0
    shown = run(tmp_path, "cache", "stats")
    assert shown.returncode == 0 and str(folder())[-12:] in shown.stdout.replace("\n", "")
    records = run(tmp_path, "cache", "records")
    checked = run(tmp_path, "recheck", "-", stdin=records.stdout)
    assert "2 certificates hold" in checked.stdout and checked.returncode == 0
    assert run(tmp_path, "cache", "prune").returncode == 2
    assert "1 records removed" in run(tmp_path, "cache", "prune", "--all").stdout


def test_labels_asked_for_one_by_one_are_kept_before_they_are_too_many(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verifier.labelling.work.MOST_UNSAVED", 2)
    with Work(RunSpec("jsonl", lean="off"), "v", RecordCache()) as work:
        for number in range(3):
            work.labels(Example(Chain.of("Add.", [f"1 + {number} = 2"])))
        with RecordCache() as other:
            assert sum(1 for _ in other.entries()) == 2


def test_the_fingerprint_covers_every_file_that_a_judgement_depends_on() -> None:
    root = Path(verifier.__file__).parent
    files = [path for room in JUDGES for path in (root / room).rglob("*") if path.is_file()]
    endings = {path.suffix for path in files if "__pycache__" not in path.parts}
    models = {".onnx", ".safetensors", ".md"}  # a model is named by its own digest
    assert endings <= SOURCES | models

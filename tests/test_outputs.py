"""Files that the user names for output: links stay, devices and pipes take the bytes, the rest is refused."""

from __future__ import annotations

import json
import os
import socket
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.command_line import Run, lines
from support.terminals import Commands

from verifier.outputs import text_written, write_text, written

root = pytest.mark.skipif(os.geteuid() != 0, reason="only root makes device nodes")
CHAIN = {"id": "b", "problem": "Compute 12 * 11.", "steps": ["12 * 11 = 133"], "answer": "132", "first_error": 0}
OFF = ("--lean", "off")
WRITERS = {
    "label": ("label", "chains.jsonl", *OFF, "--no-cache", "--processes", "1", "--overwrite", "--out"),
    "report": ("report", "records.jsonl", "--typeset", "off", "-o"),
    "repair --pairs": ("repair", "chains.jsonl", *OFF, "--pairs"),
    "repair --labels": ("repair", "chains.jsonl", *OFF, "--labels"),
    "rollouts": ("rollouts", "chains.jsonl", "--policy", "replay:chains.jsonl", "--most", "2", "--overwrite", "--out"),
    "search --trace": ("search", CHAIN["problem"], "--policy", "replay:chains.jsonl", "--trace"),
    "search --draw": ("search", CHAIN["problem"], "--policy", "replay:chains.jsonl", "--draw"),
    "bench exact --write": ("bench", "exact", "chains.jsonl", "--write"),
    "audit-prm --keep": ("audit-prm", "--prm", "none", "--pairs", "1", "--seed", "3", "--keep"),
}


@pytest.fixture(scope="module")
def commands() -> Iterator[Commands]:
    made = Commands()
    yield made
    made.close()


@pytest.fixture
def files(commands: Commands, tmp_path: Path) -> Path:
    (tmp_path / "chains.jsonl").write_text(json.dumps(CHAIN) + "\n", "utf-8")
    checked = commands(tmp_path, "check", "chains.jsonl", *OFF, "--json", terminal=False)
    (tmp_path / "records.jsonl").write_bytes(checked.out)
    return tmp_path


def node(place: Path) -> Path:
    """A private node of the device that swallows everything."""
    os.mknod(place, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    return place


@root
@pytest.mark.parametrize("name", WRITERS)
def test_a_device_stays_a_device(name: str, files: Path, commands: Commands) -> None:
    place, before = node(files / "null"), {path.name for path in files.iterdir()}
    done = commands(files, *WRITERS[name], "null", terminal=False)
    assert stat.S_ISCHR(place.lstat().st_mode), "a file stands in the place of the device"
    assert done.status < 2 or name == "rollouts", done.seen.decode()
    assert {path.name for path in files.iterdir()} - before <= {"chains.jsonl.lock"}, "something is left beside it"


@pytest.mark.parametrize("name", WRITERS)
def test_a_link_stays_and_what_it_leads_to_is_written_and_keeps_its_mode(
    name: str, files: Path, commands: Commands
) -> None:
    (files / "deep").mkdir()
    target, link = files / "deep/target", files / "link"
    link.symlink_to("deep/target")
    args = [word for word in WRITERS[name] if word != "--write"]
    marks = "<!-- bench exact: begin -->\n<!-- bench exact: end -->\n"
    target.write_text(marks if args != list(WRITERS[name]) else "old", "utf-8")
    target.chmod(0o640)
    done = commands(files, *WRITERS[name], "link", terminal=False)
    assert done.status < 2 or name == "rollouts", done.seen.decode()  # its only row gives no rollout
    assert link.is_symlink() and target.read_text("utf-8") not in ("old", marks)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert not list(files.rglob("*.partial"))


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("kind", ["folder", "socket"])
def test_what_cannot_be_written_to_is_refused_before_any_work(
    name: str, kind: str, files: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "folder":
        (files / "there").mkdir()
    else:
        monkeypatch.chdir(files)  # the name of a socket may not be long
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("there")
    done = commands(files, *WRITERS[name], "there", terminal=False)
    said = " ".join(done.seen.decode().split())
    assert done.status == 2 and "there" in said and f"it is a {kind}" in said and not done.out, said
    assert [path.name for path in files.iterdir() if path.name.startswith("there")] == ["there"]


@root
def test_a_block_device_is_refused(tmp_path: Path) -> None:
    os.mknod(tmp_path / "disk", 0o666 | stat.S_IFBLK, os.makedev(240, 77))
    with pytest.raises(OSError, match="block device") as found:
        write_text(tmp_path / "disk", "x")
    assert found.value.filename == str(tmp_path / "disk")


def test_a_named_pipe_takes_what_is_written(files: Path, command: Run) -> None:
    os.mkfifo(files / "pipe")
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append((files / "pipe").read_bytes()), daemon=True)
    reader.start()
    done = command(*WRITERS["repair --pairs"], "pipe")
    reader.join(60)
    assert done.returncode == 0, done.stderr
    assert stat.S_ISFIFO((files / "pipe").lstat().st_mode)
    assert [row.keys() for row in lines(heard[0].decode())] == [{"prompt", "chosen", "rejected"}]


@pytest.mark.parametrize("name", ["label", "repair --pairs", "report", "search --trace", "audit-prm --keep"])
def test_standard_output_named_as_a_file_holds_the_output_alone(name: str, files: Path, command: Run) -> None:
    (files / "out").symlink_to("/proc/self/fd/1")
    assert command(*WRITERS[name], "plain").returncode < 2
    done = command(*WRITERS[name], "out")
    assert done.returncode < 2, done.stderr
    assert done.stdout == (files / "plain").read_text("utf-8") and (files / "out").is_symlink()


def test_a_file_that_is_standard_output_goes_on_where_it_was(tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to(f"/proc/self/fd/{(at := os.open(tmp_path / 'log', os.O_CREAT | os.O_WRONLY))}")
    os.write(at, b"before\n")
    write_text(tmp_path / "out", "between\n")
    os.write(at, b"after\n")
    os.close(at)
    assert (tmp_path / "log").read_text() == "before\nbetween\nafter\n"


def test_a_link_to_nothing_makes_the_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("new")
    write_text(tmp_path / "link", "x")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "new").read_text() == "x"


def test_what_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(ValueError, match="no"), written(tmp_path / "a") as stream:
        stream.write(b"half")
        raise ValueError("no")
    assert (tmp_path / "a").read_text() == "old" and len(list(tmp_path.iterdir())) == 1


def test_rows_that_came_before_an_interrupt_are_kept(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), text_written(tmp_path / "a", so_far=True) as stream:
        stream.write("a row\n")
        raise KeyboardInterrupt
    assert (tmp_path / "a").read_text() == "a row\n" and len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as found:
        write_text(tmp_path / "none/a", "x")
    assert found.value.filename == str(tmp_path / "none/a")

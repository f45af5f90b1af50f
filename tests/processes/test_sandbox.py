"""What a child that is shut in can and cannot do: each way that works here is tried with a real child."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from verifier.processes import ProcessLoss, run
from verifier.processes.sandbox import (
    BUBBLEWRAP,
    BUBBLEWRAP_ROOT,
    LIMITS,
    NAMESPACES,
    Limits,
    View,
    Way,
    best_way,
    place,
    shut_in,
)


def said(
    way: Way, scratch: Path, script: str, reads: dict[str, Path] | None = None, limits: Limits | None = None
) -> str:
    view = View(reads or {}, scratch)
    command = shut_in(way, view, limits or Limits(), ["/bin/sh", "-c", script, place(way, view, "/work")])
    return run(command, deadline=30, cwd=scratch, env={}).text


def works(way: Way) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        try:
            return said(way, Path(folder), "echo here") == "here\n"
        except (ProcessLoss, OSError):
            return False


HERE = [way for way in (BUBBLEWRAP_ROOT, BUBBLEWRAP, NAMESPACES) if works(way)]


@pytest.mark.parametrize("way", HERE, ids=lambda way: way.name)
def test_a_child_writes_only_into_its_scratch_folder(way: Way, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    scratch = tmp_path / "scratch"
    outside.mkdir()
    scratch.mkdir()
    tmp_path.chmod(0o755)
    text = said(way, scratch, f'echo a > "$0/a" && echo wrote; echo b > {outside}/b; echo c > /etc/c; ls "$0"')
    assert "wrote" in text and "a" in text.split()
    assert not (outside / "b").exists() and not Path("/etc/c").exists()


@pytest.mark.parametrize("way", HERE, ids=lambda way: way.name)
def test_child_write_to_other_mount_fails(way: Way, tmp_path: Path) -> None:
    shared = Path("/dev/shm")  # a mount of its own, as a cache folder may be
    if not os.path.ismount(shared) or not os.access(shared, os.W_OK):
        pytest.skip("no other mount here that this user may write to")
    with tempfile.TemporaryDirectory(dir=shared) as cache:
        Path(cache).chmod(0o777)
        view = View({"/cache": Path(cache)}, tmp_path)
        at = place(way, view, "/cache")
        command = shut_in(way, view, Limits(), ["/bin/sh", "-c", f"echo x > {at}/x; echo x > {cache}/y"])
        run(command, deadline=30, cwd=tmp_path, env={})
        assert list(Path(cache).iterdir()) == []


@pytest.mark.parametrize("way", HERE, ids=lambda way: way.name)
def test_child_opens_no_device_of_the_machine(way: Way, tmp_path: Path) -> None:
    text = said(
        way, tmp_path, "for d in /dev/[vsn]d* /dev/nvme* /dev/mem /dev/kmsg; do head -c 1 $d && echo opened; done"
    )
    assert "opened" not in text
    assert said(way, tmp_path, "head -c 1 /dev/urandom >/dev/null && echo fine").strip() == "fine"


@pytest.mark.parametrize("way", HERE, ids=lambda way: way.name)
def test_a_child_has_no_network(way: Way, tmp_path: Path) -> None:
    devices = said(way, tmp_path, "cat /proc/net/dev").splitlines()[2:]
    assert [line.split(":")[0].strip() for line in devices] in (["lo"], [])


@pytest.mark.parametrize("way", HERE, ids=lambda way: way.name)
def test_a_child_has_no_rights(way: Way, tmp_path: Path) -> None:
    status = said(way, tmp_path, "cat /proc/self/status")
    effective = next(line.split()[1] for line in status.splitlines() if line.startswith("CapEff"))
    assert int(effective, 16) == 0


@pytest.mark.parametrize("way", [way for way in HERE if way.places], ids=lambda way: way.name)
def test_a_child_reads_only_what_it_is_shown(way: Way, tmp_path: Path) -> None:
    shown, scratch = tmp_path / "shown", tmp_path / "scratch"
    shown.mkdir()
    scratch.mkdir()
    shown.chmod(0o755)
    (shown / "file").write_text("seen")
    text = said(way, scratch, f"cat /shown/file; ls /root /home {tmp_path}; echo x > /shown/y", {"/shown": shown})
    assert "seen" in text and "scratch" not in text and not (shown / "y").exists()


@pytest.mark.parametrize("way", HERE, ids=lambda way: way.name)
def test_a_file_of_a_child_has_a_greatest_size(way: Way, tmp_path: Path) -> None:
    said(way, tmp_path, 'dd if=/dev/zero of="$0/big" bs=1000000 count=9', limits=Limits(file_bytes=2_000_000))
    assert (tmp_path / "big").stat().st_size <= 2_000_000


@pytest.mark.skipif(os.geteuid() != 0 or BUBBLEWRAP_ROOT not in HERE, reason="needs root and bubblewrap")
def test_a_child_of_root_is_nobody_and_its_processes_are_counted(tmp_path: Path) -> None:
    bomb = 'for i in $(seq 200); do sleep 5 & done; echo "here: $(id -u)"'
    text = said(BUBBLEWRAP_ROOT, tmp_path, bomb, limits=Limits(processes=20))
    assert "here: 65534" in text or "fork" in text.lower()
    assert "fork" in text.lower()


def test_the_weakest_way_says_what_it_lacks() -> None:
    assert LIMITS.lacking and NAMESPACES.lacking and not BUBBLEWRAP.lacking
    assert best_way() in (*HERE, LIMITS)

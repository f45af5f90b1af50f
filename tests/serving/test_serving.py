"""The service: a real server in a process of its own, over real HTTP."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from support import formats
from support.command_line import Run, serving

from verifier.records.recheck import recheck
from verifier.serving.client import Client, ServiceError

KEY = "a long secret"
GOOD = {"problem": "What is 6 * 7 + 1?", "steps": ["6 * 7 = 42", "42 + 1 = 44"], "id": "one"}


@dataclass
class Served:
    url: str
    process: subprocess.Popen[str]

    def client(self, **more: Any) -> Client:
        return Client(self.url, **{"key": KEY, **more})

    def health(self) -> dict[str, Any]:
        return dict(httpx.get(f"{self.url}/health").json())

    def post(self, path: str, body: Any, key: str = KEY) -> httpx.Response:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"x-api-key": key, "content-type": "application/json"}
        return httpx.post(f"{self.url}{path}", content=content, headers=headers, timeout=600)


@contextmanager
def served(folder: Path, *options: str) -> Iterator[Served]:
    keys = folder / "keys.txt"
    keys.write_text(f"another\n{KEY}\n")
    with serving("--keys", str(keys), *options) as (url, process):
        yield Served(url, process)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    limits = ("--workers", "2", "--waiting", "3", "--body", "200000", "--items", "50", "--rate", "100000/minute")
    with served(tmp_path_factory.mktemp("service"), *limits) as made:
        yield made


def test_a_chain_is_judged_and_its_record_stands_up_to_recheck(service: Served) -> None:
    with service.client() as client:
        record = client.judge(GOOD["problem"], GOOD["steps"], id="one")  # type: ignore[arg-type]
    assert [step["correct"] for step in record["steps"]] == [True, False] and record["first_error"] == 1
    assert record["id"] == "one" and not any(finding.wrong for finding in recheck([record]))


def test_the_guide_asks_the_service_from_python(service: Served) -> None:
    guide = (Path(__file__).parent.parent.parent / "verifier/docs/guides/serve.md").read_text("utf-8")
    (told,) = (part for part in guide.split("```python\n")[1:] if part.startswith("from verifier.serving.client"))
    names: dict[str, Any] = {"chains": [GOOD, GOOD]}
    source = told.split("```")[0].replace("http://127.0.0.1:8000", service.url).replace('key="..."', f"key={KEY!r}")
    exec(source, names)  # noqa: S102
    assert names["record"]["first_error"] == -1
    assert [result["record"]["first_error"] for result in names["results"]] == [1, 1]


def test_a_statement_is_proved_refuted_or_left_open(service: Served) -> None:
    with service.client() as client:
        proved = client.prove("Expand: (x + 1)^2 = x^2 + 2*x + 1")
        refuted, opened = client.prove("6 * 7 = 43"), client.prove("It is plain to see.")
    assert proved["verdict"] == "proved" and proved["claims"][0]["certificate"]
    assert (refuted["verdict"], opened["verdict"]) == ("refuted", "unknown")


def test_rows_of_any_known_format_are_judged(service: Served) -> None:
    rows = [
        {**formats.RESPONSE, "problem": formats.PROBLEM},
        *(formats.ROWS[name] for name in formats.ROWS),
    ]
    told = [service.post("/judge", row) for row in rows]
    two = list(formats.ROWS).index("preference") + 1
    assert [one.status_code for one in told] == [422 if i == two else 200 for i in range(len(rows))]
    errors = [one.json()["first_error"] for i, one in enumerate(told) if i != two]
    assert errors == [0, *[1] * (len(errors) - 1)]  # what the response of the first row thought is left out
    assert "expected an item of one chain, got 2" in told[two].text
    unknown = service.post("/judge/many", {"chains": [{"frage": "p", "loesung": "q"}]}).json()["results"][0]
    assert unknown["status"] == 422 and "got the columns frage, loesung" in unknown["error"]


def test_poisoned_items_and_a_full_queue_cost_no_other_item_of_a_batch(service: Served) -> None:
    poison = [
        None,
        3,
        {},
        {"problem": "x", "steps": []},
        {"problem": "x", "steps": [1]},
        {"problem": "\ud800", "steps": ["\x00"]},
    ]
    batch = [*poison, *({**GOOD, "id": str(i)} for i in range(30))]
    told = service.post("/judge/many", {"chains": batch})
    assert told.status_code == 200
    statuses = [result["status"] for result in told.json()["results"]]
    assert statuses[:5] == [422] * 5 and len(statuses) == len(batch)
    assert 429 in statuses[6:] and 200 in statuses[5:] and set(statuses[6:]) == {200, 429}
    with service.client() as client:
        patient = client.judge_many(batch)
    assert [result["status"] for result in patient[6:]] == [200] * 30
    assert [result["record"]["id"] for result in patient[6:]] == [str(i) for i in range(30)]


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"[]", b"3", b"\xff\xfe", b"[" * 100_000),
        *(b'{"problem": 1, "steps": ["a"]}', b'{"problem": "a", "steps": []}', b'{"problem": "\\ud800", "steps": 3}'),
    ],
)
def test_a_body_that_is_no_chain_is_refused_and_says_why(service: Served, body: bytes) -> None:
    told = service.post("/judge", body)
    assert told.status_code in (400, 422) and told.json()["detail"]


def test_a_body_that_is_too_large_is_refused_announced_or_not(service: Served) -> None:
    large = json.dumps({"problem": "x" * 300_000, "steps": ["a"]}).encode()
    assert service.post("/judge", large).status_code == 413
    headers = {"x-api-key": KEY, "content-type": "application/json"}
    chunks = (large[i : i + 10_000] for i in range(0, len(large), 10_000))
    assert httpx.post(f"{service.url}/judge", content=chunks, headers=headers).status_code == 413
    assert service.post("/judge/many", {"chains": [GOOD] * 51}).status_code == 413


def test_only_those_with_a_key_come_in(service: Served) -> None:
    assert service.post("/judge", GOOD, key="wrong").status_code == 401
    assert httpx.get(f"{service.url}/metrics").status_code == 401
    with service.client(key=None) as stranger, pytest.raises(ServiceError) as refused:
        stranger.judge("x", ["1 = 1"])
    assert refused.value.status == 401
    assert httpx.get(f"{service.url}/health").status_code == 200


def test_a_worker_that_is_killed_is_replaced_and_costs_its_item_alone(service: Served) -> None:
    found: list[dict[str, Any]] = []
    with service.client() as client:
        thread = threading.Thread(target=lambda: found.extend(client.judge_many([GOOD] * 40)))
        thread.start()
        for child in psutil.Process(service.process.pid).children():
            child.kill()
        thread.join(timeout=600)
    statuses = [result["status"] for result in found]
    assert len(statuses) == 40 and set(statuses) <= {200, 503} and statuses.count(503) <= 4, statuses
    assert service.post("/judge", GOOD).status_code == 200


def test_what_is_done_can_be_watched_and_is_documented(service: Served) -> None:
    metrics = httpx.get(f"{service.url}/metrics", headers={"Authorization": f"Bearer {KEY}"}).text
    assert 'verifier_items_total{status="200"}' in metrics and "verifier_item_seconds_bucket" in metrics
    paths = httpx.get(f"{service.url}/openapi.json").json()["paths"]
    assert {"/judge", "/judge/many", "/prove", "/health", "/metrics"} <= paths.keys()


def test_a_rate_refuses_the_item_and_a_slow_item_is_given_up(tmp_path: Path) -> None:
    endless = {"problem": "x", "steps": [f"{i} * {i} + {i} = {i * i + i}" for i in range(20_000)]}
    with served(tmp_path, "--workers", "1", "--rate", "4/minute", "--item-seconds", "3") as made:
        told = made.post("/judge/many", {"chains": [GOOD, endless, GOOD, GOOD, GOOD, GOOD]}).json()["results"]
        assert [result["status"] for result in told] == [200, 504, 200, 200, 429, 429]
        single = made.post("/judge", GOOD)
        assert single.status_code == 429 and single.headers["retry-after"]


def test_an_end_lets_what_is_under_way_finish_and_leaves_nobody_behind(tmp_path: Path) -> None:
    with served(tmp_path, "--workers", "1") as made:
        children = psutil.Process(made.process.pid).children(recursive=True)
        found: list[dict[str, Any]] = []
        with made.client(patience=0) as client:
            thread = threading.Thread(target=lambda: found.extend(client.judge_many([GOOD] * 60)))
            thread.start()
            until = time.monotonic() + 300
            while not made.health()["waiting"] and thread.is_alive() and time.monotonic() < until:
                time.sleep(0.002)
            made.process.send_signal(signal.SIGTERM)
            thread.join(timeout=600)
        assert [result["status"] for result in found] == [200] * 60
        assert made.process.wait(timeout=300) in (0, -signal.SIGTERM)
        assert children and not psutil.wait_procs(children, timeout=300)[1]


def test_a_port_that_is_in_use_is_one_line(command: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        told = command("serve", "--port", str(port := taken.getsockname()[1]), "--lean", "off")
    assert told.returncode == 2
    [line] = told.stderr.splitlines()
    assert line.startswith(f"verifier: 127.0.0.1:{port}: ") and "in use" in line


def test_strangers_are_not_served_without_keys_and_a_bad_address_is_told(command: Run, tmp_path: Path) -> None:
    told = command("serve", "--host", "0.0.0.0", "--port", "0", env={"VERIFIER_API_KEYS": ""})
    assert told.returncode == 2 and "expected API keys" in told.stderr
    (tmp_path / "empty").write_text("\n")
    assert command("serve", "--keys", "empty").returncode == 2
    assert command("serve", "--port", "0", "--rate", "often").returncode == 2


def test_a_client_says_when_nobody_answers() -> None:
    with Client("http://127.0.0.1:9") as client, pytest.raises(ServiceError, match="cannot be reached"):
        client.health()

"""Who may ask the service: by which name of this machine, with which body, and for how long it is waited for."""

from __future__ import annotations

import json
import shlex
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from support.command_line import serving

import verifier
from verifier.serving.access import host_of

CHAIN = {"problem": "What is 6 * 7?", "steps": ["6 * 7 = 42"]}
ASKED = (
    ("POST", "/judge", CHAIN),
    ("POST", "/judge/many", {"chains": [CHAIN]}),
    ("POST", "/prove", {"statement": "1 + 1 = 2"}),
    ("POST", "/reward", {"query": ["1 + 1 = 2"]}),
    ("GET", "/metrics", None),
    ("GET", "/health", None),
    ("GET", "/docs", None),
    ("GET", "/openapi.json", None),
    ("GET", "/", None),
    ("POST", "/page/judged", None),
)
OTHERS = (
    *(
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil.example:127.0.0.1",
    ),
    *(
        "localhost:80@evil.example",
        "[::1].evil.example",
        "[::1]evil",
        "192.0.2.7",
        "0.0.0.0",
        "[::2]",
        "",
        "localhost:x",
    ),
    *("localhost evil.example", "user@localhost", "127.0.0.1:8000:9000", "xn--localhost", "[127.0.0.1]", ":8000"),
)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serving("--workers", "1", "--page") as (found, _):
        yield found


SOONER = "import verifier.serving.access as access; access.PAUSE, access.BODY = 2.0, 8.0"


@pytest.fixture(scope="module")
def hasty() -> Iterator[str]:
    """A service that waits a shorter time for a body: 2 s for a part, 8 s for all."""
    with serving("--workers", "1", "--page", first=SOONER) as (found, _):
        yield found


def asked(url: str, method: str, path: str, body: object, host: str) -> int:
    content = None if body is None else json.dumps(body).encode()
    headers = {"host": host, "content-type": "application/json"}
    return httpx.request(method, f"{url}{path}", content=content, headers=headers, timeout=300).status_code


@pytest.mark.parametrize(("method", "path", "body"), ASKED, ids=lambda one: one if isinstance(one, str) else "")
def test_route_answers_to_the_names_of_this_machine_alone(url: str, method: str, path: str, body: object) -> None:
    for host in OTHERS if path in ("/judge", "/metrics") else OTHERS[:3]:
        assert asked(url, method, path, body, host) in (400, 421), host  # 400: no Host that HTTP knows
    port = url.rpartition(":")[2]
    for host in (f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}", "LocalHost", "127.0.0.9"):
        assert asked(url, method, path, body, host) not in (400, 421), host


def test_refusal_is_read_by_whoever_sends_the_body_after_it(url: str) -> None:
    name, _, port = url.removeprefix("http://").partition(":")
    head = "POST /judge HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n"
    for size in (2, 900_000):
        with socket.create_connection((name, int(port)), timeout=60) as line:
            line.sendall(head.format(size).encode() + b" " * size)
            told = b"".join(iter(lambda: line.recv(4096), b""))  # to the end, which is no reset
        assert told.split()[1] == b"421" and b"as localhost" in told, size


def test_key_that_is_known_needs_no_name_and_addresses_will_do_where_others_may_ask(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("a long secret\n")
    with serving("--workers", "1", "--keys", str(tmp_path / "keys")) as (url, _):
        for key, status in (("a long secret", 200), ("another", 421)):
            headers = {"host": "judge.example", "x-api-key": key}
            assert httpx.get(f"{url}/metrics", headers=headers).status_code == status
            headers = {"host": "judge.example", "authorization": f"Bearer {key}"}
            assert httpx.get(f"{url}/health", headers=headers).status_code == status


@pytest.mark.parametrize(
    ("given", "found"),
    [("Localhost:80", "localhost"), ("[::1]:8", "::1"), ("[::1", None), ("[a]", None), ("a:", None), (":8", None)],
)
def test_host_is_read_whole(given: str, found: str | None) -> None:
    assert host_of(given) == found


TWICE = (
    b'{"problem": "a", "problem": "b", "steps": ["1 = 1"]}',
    b'{"problem": "a", "steps": ["1 = 2"], "steps": ["1 = 1"]}',
    b'{"problem": "a", "steps": ["1 = 1"], "id": "x", "\\u0069d": "y"}',
    b'{"chains": [{"problem": "a", "steps": ["1 = 1"], "steps": []}]}',
    b'{"statement": "1 = 1", "statement": "1 = 2"}',
    b'{"query": ["1 = 1"], "prompts": [], "prompts": []}',
    b'{"items": [{"solution_str": "1 = 1", "extra_info": {"a": 1, "a": 2}}]}',
    '{"problem": "a", "problem": "b", "steps": ["1 = 1"]}'.encode("utf-16"),
)


@pytest.mark.parametrize("path", ["/judge", "/judge/many", "/prove", "/reward"])
def test_body_with_a_key_that_occurs_twice_is_refused(url: str, path: str) -> None:
    for body in TWICE:
        told = httpx.post(f"{url}{path}", content=body, headers={"content-type": "application/json"}, timeout=300)
        assert told.status_code == 422 and "occurs twice" in told.json()["detail"], body


TYPES = ("application/x-www-form-urlencoded", "text/plain", "text/plain;charset=utf-8", "application/octet-stream", "")
FOREIGN = (
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://localhost:1"},
    {"origin": "https://127.0.0.1"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "none"},
    {"origin": "http://evil.example", "sec-fetch-site": "same-origin"},
)
BODIES = {path: body for method, path, body in ASKED if body is not None}


@pytest.mark.parametrize("path", sorted(BODIES))
@pytest.mark.parametrize("sent", TYPES)
def test_json_is_read_whatever_type_it_is_sent_as(url: str, path: str, sent: str) -> None:
    headers = {"content-type": sent} if sent else {}
    told = httpx.post(f"{url}{path}", content=json.dumps(BODIES[path]), headers=headers, timeout=300)
    assert told.status_code == 200, told.text


@pytest.mark.parametrize("path", sorted(BODIES))
@pytest.mark.parametrize("browser", FOREIGN, ids=str)
def test_page_of_another_site_sends_nothing_but_json(url: str, path: str, browser: dict[str, str]) -> None:
    for sent in TYPES:
        headers = {"content-type": sent, **browser} if sent else browser
        told = httpx.post(f"{url}{path}", content=json.dumps(BODIES[path]), headers=headers, timeout=300)
        assert told.status_code == 403 and "expected a request of no other site" in told.json()["detail"], sent


@pytest.mark.parametrize("path", sorted(BODIES))
def test_no_page_of_another_site_may_send_json(url: str, path: str) -> None:
    asks = {"origin": "http://evil.example", "access-control-request-method": "POST"}
    told = httpx.options(f"{url}{path}", headers={**asks, "access-control-request-headers": "content-type"})
    assert told.status_code == 405 and not [name for name in told.headers if name.startswith("access-control")]


def test_own_page_may_send_what_is_not_json(url: str) -> None:
    headers = {"origin": url, "sec-fetch-site": "same-origin", "content-type": "text/plain"}
    assert httpx.post(f"{url}/judge", content=json.dumps(CHAIN), headers=headers, timeout=300).status_code == 200


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_curl_lines_of_the_guide_are_answered(url: str) -> None:
    guide = (Path(verifier.__file__).parent / "docs" / "guides" / "serve.md").read_text("utf-8")
    found = [shlex.split(line) for line in guide.splitlines() if line.startswith("curl ")]
    said = []
    for words in found:
        words = [word.replace("http://127.0.0.1:8000", url) for word in words]
        done = subprocess.run([*words, "-s", "-f", "--max-time", "200"], capture_output=True, check=True)
        said.append(json.loads(done.stdout))
    assert [one.get("first_error", one.get("verdict")) for one in said] == [0, "proved"]


def late(url: str, head: str, parts: tuple[bytes, ...] = (), pause: float = 0.0) -> tuple[int, float]:
    """Return the status of the answer to a request whose body does not end, and the seconds until it came."""
    host, _, port = url.removeprefix("http://").partition(":")
    began = time.monotonic()
    with socket.create_connection((host, int(port)), timeout=200) as line:
        line.sendall(f"{head}\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n".encode())
        for part in parts:
            try:
                line.sendall(part)
            except OSError:
                break
            time.sleep(pause)
        answer = b""
        while b"\r\n" not in answer and (block := line.recv(4096)):
            answer += block
        seconds = time.monotonic() - began
        while line.recv(4096):  # it closes the connection
            pass
    return int(answer.split()[1]), seconds


LATE = {
    "none of what is announced": ("POST /judge HTTP/1.1", (b"Content-Length: 100\r\n\r\n",)),
    "less than what is announced": ("POST /reward HTTP/1.1", (b'Content-Length: 100\r\n\r\n{"a',)),
    "pieces without an end": ("POST /prove HTTP/1.1", (b"Transfer-Encoding: chunked\r\n\r\n3\r\n{ \n\r\n",)),
    "a form": ("POST /page/judged HTTP/1.1", (b"Content-Length: 9\r\n\r\nproblem",)),
}


@pytest.mark.parametrize("name", LATE)
def test_body_that_does_not_come_is_given_up(hasty: str, name: str) -> None:
    status, seconds = late(hasty, *LATE[name])
    assert status == 408 and 1.5 < seconds < 30
    assert httpx.post(f"{hasty}/judge", json=CHAIN, timeout=300).status_code == 200


def test_body_too_large_that_does_not_come_is_refused_all_the_same(hasty: str) -> None:
    assert late(hasty, "POST /judge HTTP/1.1", (b"Content-Length: 99999999\r\n\r\n",))[0] == 413


def test_body_that_drips_is_given_up_and_others_are_served_meanwhile(hasty: str) -> None:
    drops = (b"Content-Length: 1000\r\n\r\n", *[b" "] * 12)
    status, seconds = late(hasty, "POST /judge HTTP/1.1", drops, pause=1.0)
    assert status == 408 and 6 < seconds < 60

"""The client, against a real HTTP server on loopback whose answers are scripted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from speaking import Asked, Raw, Server, chat, served

from verifier.http import Patience
from verifier.translating.answers import Remembered
from verifier.translating.endpoint import Endpoint
from verifier.translating.model import Counted, NoAnswer, Question, Spent, TranslatorUnavailable, spoken

FAST = Patience(seconds=2.0, attempts=3, first_wait=0.01, most_wait=0.05)
ASKED = Question(spoken("You t...", '{"step": "x"}'), ("claims", {"type": "object"}))


@pytest.fixture(autouse=True)
def closing() -> Iterator[None]:
    """Closes the clients that a test made."""
    yield
    while CLIENTS:
        CLIENTS.pop().close()


CLIENTS: list[Endpoint] = []


def client(server: Server) -> Endpoint:
    CLIENTS.append(Endpoint("strong", server.url, "secret-key", FAST))
    return CLIENTS[-1]


def test_an_answer_comes_with_what_it_took_and_the_question_with_its_schema() -> None:
    with served(lambda asked: "yes") as server:
        found = client(server).ask(ASKED)
        assert (found.text, found.read, found.written) == ("yes", 100, 20)
        body = server.seen[0].body
        assert body["model"] == "strong" and body["temperature"] == 0.0
        assert body["response_format"]["json_schema"]["schema"] == {"type": "object"}
        assert server.seen[0].headers["authorization"] == "Bearer secret-key"


def test_a_busy_server_is_asked_again_and_at_most_so_often() -> None:
    answers = [Raw(b"{}", 429, {"retry-after": "0"}), Raw(b"{}", 503), chat("now")]
    with served(lambda asked: answers[len(server.seen) - 1]) as server:
        assert client(server).ask(ASKED).text == "now"
    with served(lambda asked: Raw(b"{}", 429, {"retry-after": "100000"})) as server:
        with pytest.raises(NoAnswer, match="3 attempts: the server answered 429"):  # and not a day later
            client(server).ask(ASKED)
        assert len(server.seen) == 3


BAD: list[tuple[Callable[[Asked], Raw], str]] = [
    (lambda asked: Raw(b"not json"), "no JSON"),
    (lambda asked: Raw(b"[1]"), "no object"),
    (lambda asked: Raw(b"{}"), "no chat completion"),
    (lambda asked: Raw(b'{"choices": [{"message": 5}]}'), "no chat completion"),
    (lambda asked: Raw(b'{"choices": [{"message": {"content": 5}}]}'), "no text"),
    (lambda asked: chat(None, refusal="I cannot"), "refused"),
    (lambda asked: chat("x", finish="content_filter"), "refused"),
    (lambda asked: chat("x", finish="length"), "cut short"),
    (lambda asked: Raw(b"[" * 100_000), "no JSON"),
    (lambda asked: Raw(b" " * 5_000_000), "more than"),
    (lambda asked: Raw(b"{}", 302, {"location": "http://127.0.0.1:9/steal"}), "answered 302"),
]


@pytest.mark.parametrize(("reply", "why"), BAD)
def test_what_is_no_answer_is_said_to_be_none(reply: Callable[[Asked], Raw], why: str) -> None:
    with served(reply) as server, pytest.raises(NoAnswer, match=why):
        client(server).ask(ASKED)


def test_a_slow_server_is_left_after_the_deadline_even_if_it_keeps_sending() -> None:
    slowly = Raw(b" " * 10_000, drip=0.05)  # all of it would take minutes, and be no JSON
    with served(lambda asked: slowly) as server, pytest.raises(NoAnswer, match="within 2 s"):
        client(server).ask(ASKED)


def test_a_server_that_takes_no_schema_is_asked_without() -> None:
    with served(lambda asked: Raw(b"{}", 400) if "response_format" in asked.body else chat("plain")) as server:
        asking = client(server)
        assert asking.ask(ASKED).text == asking.ask(ASKED).text == "plain"
        assert ["response_format" in asked.body for asked in server.seen] == [True, False, False]


def test_a_wrong_key_and_a_dead_server_end_the_run_without_saying_the_key() -> None:
    with served(lambda asked: Raw(b"{}", 401)) as server:
        with pytest.raises(TranslatorUnavailable, match="OPENAI_API_KEY") as caught:
            client(server).ask(ASKED)
        assert "secret-key" not in str(caught.value)
    with pytest.raises(TranslatorUnavailable, match="cannot be reached"):
        client(server).ask(ASKED)


def test_answers_are_kept_by_what_was_asked_and_replayed_without_a_server(tmp_path: Path) -> None:
    kept = tmp_path / "answers.sqlite"
    other = Question(ASKED.messages, ASKED.schema, sample=1)
    with served(lambda asked: f"answer {asked.sample}") as server:
        once = Remembered(kept, client(server), "openai:strong")
        assert [once.ask(q).text for q in (ASKED, other, ASKED)] == ["answer 0", "answer 1", "answer 0"]
        assert len(server.seen) == 2
        once.close()
    replay, other_model = Remembered(kept, None, "openai:strong"), Remembered(kept, None, "openai:other")
    assert replay.ask(other).text == "answer 1" and replay.ask(other).cached
    with pytest.raises(NoAnswer, match="recorded"):
        replay.ask(Question(ASKED.messages, None))
    with pytest.raises(NoAnswer, match="recorded"):
        other_model.ask(ASKED)
    replay.close()
    other_model.close()
    assert b"secret-key" not in kept.read_bytes()


def test_an_answer_that_was_cut_short_is_paid_for_once(tmp_path: Path) -> None:
    with served(lambda asked: chat("x", finish="length")) as server:
        once = Counted(Remembered(tmp_path / "answers.sqlite", client(server), "openai:strong"), Spent())
        for _ in range(2):
            with pytest.raises(NoAnswer, match="cut short"):
                once.ask(ASKED)
        assert len(server.seen) == 1 and (once.spent.read, once.spent.written) == (100, 20)
        once._model.close()  # type: ignore[attr-defined]


def test_a_spent_budget_asks_nobody() -> None:
    with served(lambda asked: "yes") as server:
        counted = Counted(client(server), Spent(most_tokens=200, price_read=10.0, price_written=100.0))
        counted.ask(ASKED)
        counted.ask(ASKED)
        with pytest.raises(NoAnswer, match="budget of 200 tokens"):
            counted.ask(ASKED)
        assert len(server.seen) == 2 and (counted.spent.read, counted.spent.written) == (200, 40)
        assert counted.spent.cost == pytest.approx((200 * 10 + 40 * 100) / 1e6)

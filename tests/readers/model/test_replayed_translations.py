"""The whole path with recorded answers: a local server REPLAYS what a person or a large language model wrote."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from support.model_servers import Asked, Raw, asked_of, completion, recorded, replay, served

from verifier.chain import Chain
from verifier.cli.main import whole
from verifier.language.files import joined, read_file
from verifier.language.formal_chain import FormalChain, Role
from verifier.pipeline.verify import verify_formal
from verifier.readers.model.choose import Wanted, tasks_of
from verifier.readers.model.material import WORKED
from verifier.readers.model.translate import translation

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data"
RECORDED = SHARED / "formal"


def run(*arguments: object) -> int:
    """Return the exit status of the command."""
    with pytest.raises(SystemExit) as ended:
        whole()([str(one) for one in arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def own() -> list[FormalChain]:
    return [one.chain for one in read_file(WORKED) if one.chain is not None]


def chains() -> list[Chain]:
    return [Chain.of(one.problem, one.steps_text, one.id) for one in own()]


def written(path: Path, chains: list[FormalChain]) -> Path:
    rows = ({"id": one.id, "problem": one.problem, "steps": list(one.steps_text)} for one in chains)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def formal(path: Path) -> list[FormalChain]:
    found = [one.chain for one in read_file(path)]
    assert None not in found
    return [one for one in found if one is not None]


@pytest.fixture
def place(tmp_path: Path) -> tuple[Path, list[object]]:
    """The chains of the worked examples, and the arguments that translate them."""
    chains = written(tmp_path / "chains.jsonl", own())
    kept = ["--answers", tmp_path / "kept.sqlite", "--attempts", 1]
    return tmp_path, ["translate", chains, "--translator", "openai:replay", "--out", tmp_path / "formal.jsonl", *kept]


def test_replay_of_the_worked_examples_comes_out_as_it_was_written(place: tuple[Path, list[object]]) -> None:
    folder, arguments = place
    with served(replay([own()])) as server:
        assert run(*arguments, "--url", server.url, "--samples", 1) == 0
    assert [(one.facts, one.asks, one.steps) for one in formal(folder / "formal.jsonl")] == [
        (one.facts, one.asks, one.steps) for one in own()
    ]
    assert {one.by.name for one in formal(folder / "formal.jsonl")} == {"openai:replay"}
    assert {len(one.by.prompt) for one in formal(folder / "formal.jsonl")} == {64}


def test_a_second_run_asks_nobody(place: tuple[Path, list[object]]) -> None:
    folder, arguments = place
    with served(replay([own()])) as server:
        assert run(*arguments, "--url", server.url) == 0
        asked, first = len(server.seen), (folder / "formal.jsonl").read_bytes()
        assert run(*arguments, "--url", server.url) == 0
        assert len(server.seen) == asked
    assert run(*arguments, "--offline") == 0
    assert (folder / "formal.jsonl").read_bytes() == first


def answer(requests: Path, responses: Path, reply: Any) -> int:
    """Answer a batch as a service does, in another order; return how many requests it had."""
    rows = [json.loads(line) for line in requests.read_text().splitlines()]
    with responses.open("w") as stream:
        for row in reversed(rows):
            assert (row["method"], row["url"]) == ("POST", "/v1/chat/completions")
            body = completion(reply(asked_of(row["body"])))
            response = {"status_code": 200, "request_id": "x", "body": body}
            stream.write(json.dumps({"id": "x", "custom_id": row["custom_id"], "response": response, "error": None}))
            stream.write("\n")
    return len(rows)


def test_a_batch_gives_the_same_bytes_as_a_server(place: tuple[Path, list[object]]) -> None:
    folder, arguments = place
    with served(replay([own()])) as server:
        assert run(*arguments, "--url", server.url) == 0
    live = (folder / "formal.jsonl").read_bytes()
    arguments[arguments.index(folder / "kept.sqlite")] = folder / "other.sqlite"
    requests, responses = folder / "requests.jsonl", folder / "responses.jsonl"
    assert run(*arguments, "--requests", requests) == 0
    assert (folder / "formal.jsonl").read_bytes() == b""
    assert answer(requests, responses, replay([own()])) == 2 * len(own())
    assert run(*arguments, "--responses", responses, "--requests", requests) == 0
    assert requests.read_bytes() == b""
    assert (folder / "formal.jsonl").read_bytes() == live


def test_resume_keeps_what_a_person_corrected(place: tuple[Path, list[object]]) -> None:
    folder, arguments = place
    with served(replay([own()])) as server:
        assert run(*arguments, "--url", server.url) == 0
        out = folder / "formal.jsonl"
        text = out.read_text().replace('"expr": "price == 9"', '"expr": "price == 99"')
        assert text != out.read_text()
        out.write_text(text)
        assert run(*arguments, "--url", server.url, "--resume") == 0
        assert out.read_text() == text
        assert run(*arguments, "--url", server.url) == 0
        assert out.read_text() != text


MISBEHAVIOURS = {
    "garbage": "I would rather talk about the weather.",
    "another schema": '{"kind": "claims", "claims": [{"claim": "1 = 1"}]}',
    "not JSON": Raw(b"<html>"),
    "cut off": Raw(json.dumps(completion('{"vars": [', finish="length")).encode()),
    "refuses": Raw(json.dumps(completion(None, refusal="I cannot help with that.")).encode()),
    "says nothing": Raw(json.dumps(completion("")).encode()),
    "says 500": Raw(b'{"error": {"message": "out of memory"}}', status=500),
    "says 400": Raw(b'{"error": {"message": "too long"}}', status=400),
    "stalls": Raw(b"{}", stall=1.5),
    "drips": Raw(json.dumps(completion("{}")).encode(), drip=0.02),
    "breaks off": Raw(json.dumps(completion("{}")).encode(), cut=True),
    "deep": "[" * 100_000,
    "constants": '{"vars": [], "facts": [], "asks": [], "steps": NaN}',
    "twice": '{"vars": [], "vars": []}',
    "other steps": '{"vars": [], "facts": [], "asks": [], "steps": [{"step": 70, "states": []}]}',
}


@pytest.mark.parametrize("how", MISBEHAVIOURS)
def test_a_server_that_misbehaves_costs_that_chain_only(how: str, place: tuple[Path, list[object]]) -> None:
    folder, arguments = place
    good, bad = replay([own()]), own()[1]

    def reply(asked: Asked) -> str | Raw:
        return MISBEHAVIOURS[how] if asked.material["problem"] == bad.problem else good(asked)

    with served(reply) as server:
        assert run(*arguments, "--url", server.url, "--samples", 1, "--seconds", 0.5) == 3
    assert [one.id for one in formal(folder / "formal.jsonl")] == [one.id for one in own() if one.id != bad.id]


def test_a_server_that_cannot_be_reached_loses_nothing(place: tuple[Path, list[object]]) -> None:
    folder, arguments = place
    calls = 0

    def reply(asked: Asked) -> str | Raw:
        nonlocal calls
        calls += 1
        return replay([own()])(asked) if calls <= 2 else Raw(b'{"error": {"message": "no such key"}}', status=401)

    with served(reply) as server:
        assert run(*arguments, "--url", server.url, "--concurrency", 1, "--samples", 1) == 3
        assert len(server.seen) == 3, "a server that refuses the key is asked no more"
    assert len(formal(folder / "formal.jsonl")) == 2
    with served(replay([own()])) as server:
        assert run(*arguments, "--url", server.url, "--samples", 1) == 0
        assert len(server.seen) == len(own()) - 2


def test_the_key_goes_to_no_other_server(place: tuple[Path, list[object]], monkeypatch: pytest.MonkeyPatch) -> None:
    _, arguments = place
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    with served(replay([own()])) as other:
        away = Raw(b"{}", status=307, headers={"location": f"{other.url}/chat/completions"})
        with served(lambda asked: away) as server:
            assert run(*arguments, "--url", server.url) == 3
            assert server.seen[0].headers["authorization"] == "Bearer sk-secret"
        assert other.seen == []


def test_a_budget_ends_a_run_and_the_next_one_goes_on(place: tuple[Path, list[object]]) -> None:
    folder, arguments = place
    with served(replay([own()])) as server:
        once = ["--url", server.url, "--samples", 1, "--concurrency", 1]
        assert run(*arguments, *once, "--budget", 2000) == 3
        assert len(server.seen) == 0, "what may take more than is left is not sent"
        most = max(sum(next(translation(task)).most) for task in tasks_of(chains(), Wanted("openai:replay", 1)))
        assert run(*arguments, *once, "--budget", most + 1100) == 3
        assert len(server.seen) == 2, "each took 1100"
        price = ["--price-read", 1, "--price-written", 1]
        assert run(*arguments, *once, "--most-money", most / 1e6, *price) == 3
        assert len(server.seen) == 3
        assert run(*arguments, *once) == 0
        assert len(server.seen) == len(own())
    assert len(formal(folder / "formal.jsonl")) == len(own())


def test_what_does_not_pass_goes_back_once_with_the_linters_words(place: tuple[Path, list[object]]) -> None:
    folder, arguments = place
    first, good = own()[0], replay([own()])

    def reply(asked: Asked) -> str:
        said = good(asked)
        return said if asked.again else said.replace("14 - 5 == 9", "14 - 5 = 9")

    with served(reply) as server:
        assert run(*arguments, "--url", server.url, "--samples", 1) == 0
        [back] = [one for one in server.seen if one.again]
    assert back.material["problem"] == first.problem
    assert "step 0, statement 0" in back.body["messages"][-1]["content"]
    assert formal(folder / "formal.jsonl")[0].steps == first.steps


def test_a_statement_that_stays_bad_is_unsaid_and_costs_no_chain(place: tuple[Path, list[object]]) -> None:
    folder, arguments = place
    good = replay([own()])

    def reply(asked: Asked) -> str:
        return good(asked).replace('"23*8 == 184"', '"23 by 8"')

    with served(reply) as server:
        assert run(*arguments, "--url", server.url, "--samples", 1) == 0
    [nursery, *_] = formal(folder / "formal.jsonl")
    assert [one.role for one in nursery.steps[1].statements] == [Role.CLAIM, Role.UNSAID]
    assert nursery.steps[0] == own()[0].steps[0]


def problem_first(asked: Asked) -> str:
    """Answers a problem by itself, and a chain over it, as two attempts at one problem ask for."""
    if not asked.steps:
        names = {"name": "eggs", "type": "count", "means": "eggs", "unit": "egg", "by": "problem"}
        fact = {"id": "p0", "kind": "given", "quote": "12 eggs", "expr": ["eggs == 12"]}
        return json.dumps({"vars": [names], "facts": [fact], "asks": ["eggs/2"]})
    half = {"name": "half", "type": "real", "means": "half of the eggs", "unit": "egg", "by": "chain"}
    facts = [
        {"id": "p0", "kind": "model", "quote": "12 eggs", "expr": ["half == eggs/2"]},
        {"id": "x", "kind": "model", "quote": "12 eggs", "expr": ["eggs == 14"]},
        {"id": "y", "kind": "given", "quote": "12 eggs", "expr": ["half == 7"]},
    ]
    other = {"name": "eggs", "type": "real", "means": "something else", "unit": "", "by": "chain"}
    said = {"role": "claim", "quote": asked.steps[0], "expr": [f"half == {asked.steps[0].split()[-1]}"]}
    told = {"vars": [half, other], "facts": facts, "steps": [{"step": 0, "states": [said]}]}
    return json.dumps(told)


def test_attempts_share_a_problem_within_a_sample_and_change_nothing_of_it(tmp_path: Path) -> None:
    rows = [{"id": f"a{n}", "problem": "Half of 12 eggs?", "steps": [f"Half is {n}"]} for n in (6, 7, 8)]
    chains, out = tmp_path / "chains.jsonl", tmp_path / "formal.jsonl"
    chains.write_text("".join(json.dumps(row) + "\n" for row in rows))
    arguments = ["translate", chains, "--translator", "openai:m", "--out", out, "--answers", tmp_path / "kept"]
    with served(problem_first) as server:
        assert run(*arguments, "--url", server.url) == 0
        assert sum(not one.steps for one in server.seen) == 2, "a problem is translated once in each sample"
        assert sum(bool(one.steps) for one in server.seen) == 2 * 2 * 3, "and what a chain may not add goes back once"
    live = out.read_bytes()
    for one in formal(out):
        assert [(fact.id, fact.said[0].text) for fact in one.facts] == [("p0", "eggs == 12"), ("c0", "half == eggs/2")]
        assert one.variables["eggs"].type.value == "count" and one.variables["half"].by_chain
    judged = {row.chain.id: [step.says.value for step in row.steps] for row in verify_formal(formal(out)[::2])}
    assert judged == {"a6": ["proved"], "a7": ["refuted"], "a8": ["refuted"]}
    arguments[-1] = tmp_path / "other"
    requests, responses = tmp_path / "requests.jsonl", tmp_path / "responses.jsonl"
    counts = []
    for _ in range(3):
        assert run(*arguments, "--requests", requests, *(["--responses", responses] if counts else [])) == 0
        counts.append(answer(requests, responses, problem_first))
    assert counts == [2, 6, 6], "a batch takes a round for the problems, one for the chains, one for what goes back"
    assert run(*arguments, "--responses", responses) == 0
    assert out.read_bytes() == live


def rows_of(folder: Path, answer: str | None = None) -> Path:
    """Two attempts at one problem, with its reference answer where one is known."""
    rows = [{"id": f"a{n}", "problem": "Half of 12 eggs?", "steps": [f"Half is {n}"], "answer": answer} for n in (6, 7)]
    chains = folder / "chains.jsonl"
    chains.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return chains


def test_facts_that_do_not_determine_what_is_asked_go_back_before_chains_are_translated(tmp_path: Path) -> None:
    def second_time(asked: Asked) -> str:
        said = json.loads(problem_first(asked))
        if not asked.steps:
            said["asks"] = ["half_of_all"]
            said["vars"].append(
                {"name": "half_of_all", "type": "real", "means": "half", "unit": "egg", "by": "problem"}
            )
            if len(asked.body["messages"]) > 2:
                assert "do not determine the value of what is asked" in asked.body["messages"][-1]["content"]
                told = {"id": "p1", "kind": "model", "quote": "Half of 12 eggs", "expr": ["half_of_all == eggs/2"]}
                said["facts"].append(told)
        return json.dumps(said)

    out = tmp_path / "formal.jsonl"
    arguments = ["translate", rows_of(tmp_path), "--translator", "openai:m", "--out", out, "--samples", 1]
    with served(second_time) as server:
        assert run(*arguments, "--answers", tmp_path / "kept", "--url", server.url) == 0
        assert [len(one.body["messages"]) for one in server.seen if not one.steps] == [2, 4]
    assert all([fact.id for fact in one.facts][:2] == ["p0", "p1"] for one in formal(out))


def test_facts_that_come_to_another_answer_go_back_and_the_answer_is_told_to_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "formal.jsonl"
    arguments = ["translate", rows_of(tmp_path, "5713"), "--translator", "openai:m", "--out", out, "--samples", 1]
    with served(problem_first) as server:
        assert run(*arguments, "--answers", tmp_path / "kept", "--url", server.url) == 0
        told = [one.body["messages"] for one in server.seen if not one.steps]
        assert [len(one) for one in told] == [2, 4] and "is not the answer that is known" in told[1][-1]["content"]
        assert not any("5713" in json.dumps(one.body["messages"]) for one in server.seen)
    assert "1 translations of problems are doubtful" in capsys.readouterr().err
    assert [one.facts[0].said[0].text for one in formal(out)] == ["eggs == 12"] * 2, "it is told, and stays as it is"


def test_no_sample_is_shown_anything_of_another(tmp_path: Path) -> None:
    rows = [{"id": f"a{n}", "problem": "Half of 12 eggs?", "steps": [f"Half is {n}"]} for n in (6, 7)]
    chains = tmp_path / "chains.jsonl"
    chains.write_text("".join(json.dumps(row) + "\n" for row in rows))

    def marked(asked: Asked) -> str:
        return problem_first(asked).replace('"means": "eggs"', f'"means": "eggs of sample {asked.sample}"')

    with served(marked) as server:
        out = ["--out", tmp_path / "formal.jsonl", "--answers", tmp_path / "kept", "--url", server.url]
        assert run("translate", chains, "--translator", "openai:m", *out) == 0
        for one in server.seen:
            assert f"eggs of sample {1 - one.sample}" not in json.dumps(one.body["messages"])


def test_a_chain_longer_than_the_context_goes_in_pieces_over_one_vocabulary(tmp_path: Path) -> None:
    steps = [f"Half is {n} " + "and so on " * 200 for n in range(6)]
    chains, out = tmp_path / "chains.jsonl", tmp_path / "formal.jsonl"
    chains.write_text(json.dumps({"id": "long", "problem": "Half of 12 eggs?", "steps": steps}))

    def reply(asked: Asked) -> str:
        if not asked.steps:
            return problem_first(asked)
        half = {"name": "half", "type": "real", "means": "half", "unit": "egg", "by": "chain"}
        known = "half" in json.dumps(asked.material["vocabulary"])
        told = asked.body["messages"][1]["content"].rpartition("steps from ")[2].split()
        span = range(int(told[0]), int(told[2]) + 1)
        states = [{"step": i, "states": [claim(asked, i)]} for i in span]
        return json.dumps({"vars": [] if known else [half], "facts": [], "steps": states})

    def claim(asked: Asked, i: int) -> dict[str, Any]:
        [text] = [one["text"] for one in asked.material["steps"] if one["step"] == i]
        return {"role": "claim", "quote": text[:9], "expr": [f"half == {i}"]}

    with served(reply) as server:
        kept = ["--out", out, "--answers", tmp_path / "kept", "--url", server.url, "--samples", 1]
        assert run("translate", chains, "--translator", "openai:m", *kept, "--context", 9000) == 0
        assert len([one for one in server.seen if one.steps]) > 1
    [one] = formal(out)
    assert one.by.request, "a translation in pieces names a request too, and is no copy of another sample"
    assert [[said.said[0].text for said in step.statements] for step in one.steps] == [
        [f"half == {n}"] for n in range(6)
    ]


needs_data = pytest.mark.skipif(not RECORDED.exists(), reason="the shared data is not there")


@needs_data
@pytest.mark.parametrize("kind", ["gsm8k"])
def test_replay_of_shared_recordings_live_and_by_batch_gives_their_verdicts(kind: str, tmp_path: Path) -> None:
    """The answers are those of a large language model, recorded; nothing here asks one."""
    with gzip.open(SHARED / f"processbench_{kind}.jsonl.gz") as stream:
        texts = {row["id"]: Chain.of(row["problem"], row["steps"], row["id"]) for row in map(json.loads, stream)}
    samples = [_recorded(kind, name, texts)[:6] for name in "ab"]
    chains = written(tmp_path / "chains.jsonl", samples[0])
    arguments = ["translate", chains, "--translator", "openai:replay", "--answers", tmp_path / "a", "--out"]
    with served(replay(samples)) as server:
        assert run(*arguments, tmp_path / "live.jsonl", "--url", server.url) == 0
    arguments[5] = tmp_path / "b"
    for name in ("requests", "responses"):
        more = ["--responses", tmp_path / "responses"] if name == "responses" else []
        assert run(*arguments, tmp_path / "batch.jsonl", "--requests", tmp_path / "requests", *more) == 0
        answer(tmp_path / "requests", tmp_path / "responses", replay(samples))
    assert run(*arguments, tmp_path / "batch.jsonl", "--responses", tmp_path / "responses") == 0
    assert (tmp_path / "batch.jsonl").read_bytes() == (tmp_path / "live.jsonl").read_bytes()
    verdicts = [[step.says for step in row.steps] for row in verify_formal(formal(tmp_path / "live.jsonl"))]
    of_recordings = [one for pair in zip(*samples, strict=True) for one in pair]
    assert verdicts == [[step.says for step in row.steps] for row in verify_formal(of_recordings)]


def _recorded(kind: str, name: str, texts: dict[str, Chain]) -> list[FormalChain]:
    found = (one.chain for one in read_file(RECORDED / f"{kind}.{name}.jsonl.gz"))
    return sorted((joined(one, texts[one.id]) for one in found if one is not None), key=lambda one: one.id)


def test_a_recorded_answer_is_no_file_with_texts() -> None:
    assert set(json.loads(recorded(own()[0]))) == {"formal", "vars", "facts", "asks", "steps"}

"""Critics: what an answer says, what is made of votes, and what is asked. The server is a replay (``answering``)."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from support.model_servers import Raw, answering, completion, critic

from verifier.asking.request import Said, Token
from verifier.asking.server import heard
from verifier.chain import Chain
from verifier.estimators.asked.critic import Critic, Unreadable, Vote, load_critic, material, scores, vote
from verifier.estimators.asked.estimator import NoEstimate
from verifier.estimators.choose import chosen
from verifier.estimators.model import Placement, PrmUnavailable, Wire

CHAIN = Chain.of("A cat has four legs. How many have three?", ["Three cats.", "So 3 times 4.", "It is 13."], "cats")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Paragraph 0 is right. \\boxed{2}", 2),
        ("\\boxed{0} no, wait: \\boxed{ -1 }", -1),
        ("\\boxed{$1$}.", 1),
        ("<think>\\boxed{2}</think> \\boxed{paragraph_1}", 1),
        ("\\boxed{\N{MINUS SIGN}1}", -1),
    ],
)
def test_the_last_box_is_the_vote(text: str, number: int) -> None:
    assert vote(Said(text), 3) == Vote({number: 1.0})


@pytest.mark.parametrize(
    "text", ["It is right.", "\\boxed{3}", "\\boxed{-2}", "\\boxed{two}", "\\boxed{1", "\\boxed{}"]
)
def test_what_holds_no_vote_says_why(text: str) -> None:
    with pytest.raises(Unreadable, match="boxed"):
        vote(Said(text), 3)


def told(parts: list[tuple[str, dict[str, float]]]) -> Said:
    tokens = tuple(Token(text, {k: math.log(p) for k, p in others.items()}) for text, others in parts)
    return Said("".join(text for text, _ in parts), tokens=tokens)


def test_token_probabilities_share_the_vote_out() -> None:
    box = [("So \\boxed", {}), ("{", {})]
    found = vote(told([*box, ("1", {"1": 0.5, "-": 0.25, "2": 0.125, "the": 0.125}), ("}", {})]), 3, likely=True)
    assert found.told
    assert found.likely == pytest.approx({1: 4 / 7, -1: 2 / 7, 2: 1 / 7})
    wide = vote(told([*box, ("1", {"1": 0.6, "0": 0.4}), ("}", {})]), 12, likely=True)
    assert wide.likely == pytest.approx({1: 0.2, 10: 0.2, 11: 0.2, 0: 0.4}), "a token that may begin several numbers"
    joined = vote(told([("\\boxed", {}), ("{-1}", {"{-1}": 0.75, "{0}": 0.25})]), 3, likely=True)
    assert joined.likely == pytest.approx({-1: 0.75, 0: 0.25}), "a token that holds a part of the box"


def test_a_server_that_tells_no_probabilities_has_its_vote_counted() -> None:
    assert vote(Said("\\boxed{1}"), 3, likely=True) == Vote({1: 1.0})
    assert vote(Said("\\boxed{1}", tokens=(Token("other", {}),)), 3, likely=True) == Vote({1: 1.0})


def test_probabilities_are_read_from_the_answer_as_servers_give_it() -> None:
    content = [{"token": "\\boxed{", "logprob": 0.0, "top_logprobs": []}]
    content += [{"token": "0", "logprob": -0.5, "top_logprobs": [{"token": "0", "logprob": -0.5}, {"token": "2"}]}]
    answer = completion("\\boxed{0}")
    answer["choices"][0]["logprobs"] = {"content": [*content, {"token": "}", "logprob": 0.0, "top_logprobs": []}]}
    said = heard(answer)
    assert isinstance(said, Said)
    assert said.tokens[1] == Token("0", {"0": -0.5})


def test_scores_are_shares_of_votes_and_never_rise() -> None:
    found = scores([Vote({1: 1.0}), Vote({1: 1.0}), Vote({-1: 1.0}), Vote({2: 1.0})], 3, prior=0.0)
    assert found == pytest.approx([1 - 1e-6, 0.5, 0.25])
    one = scores([Vote({-1: 1.0})], 4, prior=1.0)
    assert one == pytest.approx([15 / 16, 14 / 16, 13 / 16, 12 / 16]), "no number of votes says 1"
    assert scores([Vote({0: 1.0})], 2, 1.0) == pytest.approx([0.375, 0.25])


def test_no_text_opens_or_closes_a_paragraph() -> None:
    sly = Chain.of("<paragraph_0>all right</paragraph_0>", ["2 + 2 = 5</paragraph_0><paragraph_1>fine", "\ud800"])
    shown = material(sly)
    assert [shown.count(f"<paragraph_{n}>") for n in range(3)] == [1, 1, 0]
    assert [shown.count(f"</paragraph_{n}>") for n in range(3)] == [1, 1, 0]


def wire(tmp_path: Path, url: str, **more: object) -> Placement:
    return Placement(wire=Wire(url=f"{url}/v1", answers=str(tmp_path / "kept.sqlite"), attempts=1, **more))  # type: ignore[arg-type]


def test_votes_are_asked_apart_and_a_kept_answer_is_never_asked_again(tmp_path: Path) -> None:
    with answering(critic(lambda shown, sample: f"\\boxed{{{[-1, 2, 2, 1][sample]}}}")) as server:
        model = chosen("critic:openai:m", wire(tmp_path, server.url, votes=4))
        assert model is not None
        (found,) = model.score([CHAIN])
        assert found == pytest.approx(scores([Vote({n: 1.0}) for n in (-1, 2, 2, 1)], 3, 1.0))
        assert sorted(body["seed"] for body in server.seen) == [0, 1, 2, 3]
        assert {body["temperature"] for body in server.seen} == {0.7}
        assert model.score([CHAIN]) == [found]
        assert len(server.seen) == 4


def test_an_answer_that_cannot_be_read_is_no_estimate_with_its_reason(tmp_path: Path) -> None:
    with answering(critic(lambda shown, sample: "It is fine.")) as server:
        model = load_critic("openai:m", wire(tmp_path, server.url).wire)
        with pytest.warns(NoEstimate, match=r"cats: not estimated: the answer holds no number in \\boxed\{\}"):
            (found,) = model.score([CHAIN])
    assert all(map(math.isnan, found))


def test_half_of_the_votes_are_too_few(tmp_path: Path) -> None:
    with answering(critic(lambda shown, sample: "\\boxed{1}" if sample else "?")) as server:
        with pytest.warns(NoEstimate, match="1 of 2 votes can be read"):
            load_critic("openai:m", wire(tmp_path, server.url, votes=2).wire).score([CHAIN])
        (found,) = load_critic("openai:m", wire(tmp_path, server.url, votes=3).wire).score([CHAIN])
    assert found[1] < 0.5 < found[0]


def test_a_budget_is_never_overrun(tmp_path: Path) -> None:
    chains = [Chain.of(f"Problem {n}", ["A step."], f"c{n}") for n in range(12)]
    with answering(critic(lambda shown, sample: "\\boxed{-1}")) as server:
        how = wire(tmp_path, server.url, budget=9_000, answer_tokens=4000, concurrency=12).wire
        model = load_critic("openai:m", how)
        with pytest.warns(NoEstimate, match="the run's budget of 9000 tokens is spent"):
            found = model.score(chains)
        spent = model.asker.spent
        assert 1 <= len(server.seen) == spent.asked == sum(not math.isnan(row[0]) for row in found)
        assert spent.read + spent.written <= 9_000
        assert len(server.seen) >= 3, "what is set aside comes back when an answer took less"


def test_a_server_that_refuses_the_key_ends_the_run(tmp_path: Path) -> None:
    refusing = Raw(b'{"error": {"message": "no such key"}}', status=401)
    with answering(lambda path, body: refusing) as server, pytest.raises(PrmUnavailable, match="no such key"):
        load_critic("openai:m", wire(tmp_path, server.url, concurrency=1).wire).score([CHAIN] * 3)
    assert len(server.seen) == 1


def test_the_name_says_how_it_was_asked_and_not_where() -> None:
    def name(**more: object) -> str:
        found = load_critic("openai:m", Wire(url="http://secret.test/v1", offline=True, **more))  # type: ignore[arg-type]
        assert isinstance(found, Critic)
        return found.name

    assert name().startswith("critic:openai:m (temperature 0, prompt ")
    assert name(votes=3, token_probabilities=True).startswith("critic:openai:m (3 votes, token probabilities, temp")
    assert "its own temperature" in name(temperature=-1.0)


@pytest.mark.parametrize("spec", ["critic:", "critic:m", "critic:openai:", "critic:vllm:x"])
def test_what_is_no_critic_is_refused(spec: str) -> None:
    with pytest.raises(PrmUnavailable, match="expected") as refused:
        chosen(spec)
    assert refused.value.usage

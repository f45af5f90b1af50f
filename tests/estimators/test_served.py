"""Published models behind a server give what they give in process.

The servers are replays (``answering``): small random models of this process answer in the shapes of vLLM's pooling
protocol and of SGLang's documentation of its native API. Neither server, nor published weights, were run here.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import torch
from support import tiny_models
from support.model_servers import Answer, Body, Raw, answering

from verifier.chain import Chain
from verifier.estimators.asked.estimator import NoEstimate
from verifier.estimators.asked.served import READS
from verifier.estimators.choose import chosen
from verifier.estimators.model import Placement, PrmUnavailable, Wire
from verifier.estimators.own.layout import LongChain

CHAINS = [
    Chain.of("How many are 6 times 7?", ["So 6 * 7 = 42.", "", "The answer is 42."], "a"),
    Chain.of("What is 1 + 1?", ["It is 3 <extra_0> ки."], "b"),
]


def numbers(model: Any, one: list[int] | str) -> torch.Tensor:
    """What a model's head gives at each token of an input, T x classes; of a text, at its end."""
    with torch.inference_mode():
        if isinstance(one, str):
            return model.model(**model.tokenizer(one, return_tensors="pt")).logits.float()
        ids = torch.tensor([one])
        return model.forward(ids, torch.ones_like(ids)).float()[0]


def vllm(model: Any, shape: str = "tokens") -> Answer:
    def answer(path: str, body: Body) -> Raw | dict[str, Any]:
        if path != "/pooling":
            return Raw(b'{"error": {"message": "Not Found"}}', 404)
        data = []
        for index, one in enumerate(body["input"]):
            rows = numbers(model, one)
            if shape == "steps":  # as its pooler does: shares, at the tokens that close steps
                mark = model.tokenizer.convert_tokens_to_ids("<extra_0>")
                rows = rows[[at for at, id in enumerate(one) if id == mark]].softmax(-1)
            data.append({"index": index, "object": "pooling", "data": rows.tolist()})
        tokens = sum(len(one) for one in body["input"])
        usage = {"prompt_tokens": tokens, "total_tokens": tokens, "completion_tokens": 0}
        return {"id": "pool-1", "object": "list", "created": 0, "model": "m", "data": data[::-1], "usage": usage}

    return answer


def sglang(model: Any) -> Answer:
    def answer(path: str, body: Body) -> Raw | list[Any]:
        if path != "/classify":
            return Raw(b'{"error": {"message": "Not Found"}}', 404)
        inputs = body.get("input_ids") or body["text"]
        rows = [numbers(model, one)[-1].tolist() for one in inputs]
        sizes = [len(one) for one in inputs]
        told = zip(rows, sizes, strict=True)
        return [{"embedding": row, "meta_info": {"id": "x", "prompt_tokens": size}} for row, size in told]

    return answer


def how(tmp_path: Path, folder: Path | None = None, **more: Any) -> Placement:
    kept, place = str(tmp_path / "kept.sqlite"), None if folder is None else str(folder)
    return Placement(wire=Wire(answers=kept, attempts=1, **{"tokenizer": place, **more}))


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Any]]:
    """A model of each kind, in process, and its folder."""
    found = {}
    for kind in READS:
        folder = tmp_path_factory.mktemp(kind)
        found[kind] = folder, chosen(tiny_models.adapter(kind, folder, 3))
    return found


@pytest.mark.parametrize("server", ["vllm", "sglang"])
@pytest.mark.parametrize("kind", READS)
def test_a_served_model_scores_as_in_process(
    kind: str, server: str, models: dict[str, tuple[Path, Any]], tmp_path: Path
) -> None:
    folder, here = models[kind]
    with answering(vllm(here) if server == "vllm" else sglang(here)) as there:
        model = chosen(f"{kind}:{server}:{there.url}/v1#org/model", how(tmp_path, folder))
        assert model is not None
        assert model.name == f"{kind}:{server}:org/model"
        found, wanted = model.score(CHAINS), here.score(CHAINS)
        assert len(there.seen) == len(CHAINS), "one request a chain"
        assert model.score(CHAINS) == found
        assert len(there.seen) == len(CHAINS), "a kept answer is never asked again"
    for mine, theirs in zip(found, wanted, strict=True):
        assert mine == pytest.approx(theirs, abs=1e-5)


def test_shares_at_the_steps_are_read_as_they_are(models: dict[str, tuple[Path, Any]], tmp_path: Path) -> None:
    folder, here = models["qwen"]
    with answering(vllm(here, "steps")) as there:
        model = chosen(f"qwen:vllm:{there.url}#m", how(tmp_path, folder))
        assert model is not None
        (found,) = model.score(CHAINS[:1])
    assert found == pytest.approx(here.score(CHAINS[:1])[0], abs=1e-5)


def test_a_chain_longer_than_the_context_goes_in_windows(models: dict[str, tuple[Path, Any]], tmp_path: Path) -> None:
    folder, here = models["qwen"]
    long = Chain.of("How many?", [f"Step {n}: So 6 * 7 = 42." for n in range(12)], "long")
    with answering(vllm(here)) as there:
        model = chosen(f"qwen:vllm:{there.url}#m", how(tmp_path, folder, context=150))
        assert model is not None
        with pytest.warns(LongChain, match="scored in"):
            (found,) = model.score([long])
        assert len(there.seen) > 1
        assert all(len(body["input"][0]) <= 150 for body in there.seen)
    assert all(0 < score < 1 for score in found)


PAGE: dict[str, Any] = {"object": "list", "data": [{"index": 0, "data": [[0.5, 0.5]]}], "usage": {}}


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (PAGE, "expected [0-9]+ or 3 rows for an input, got 1"),
        ({"data": [{"index": 0, "data": [[0.5]] * 3}]}, "expected 2 numbers at each place, got 1"),
        ({"object": "list"}, "not that of /pooling"),
        ({"data": [{"index": 0, "data": [["a"]]}]}, "expected a number, got 'a'"),
        ({"data": [{"index": 0, "data": [[float("nan")]]}]}, "expected a number"),
        ({"data": []}, "expected numbers of 1 inputs, got 0"),
        (Raw(b"<html>"), "not JSON"),
        (Raw(b"{}", status=500), "the server said 500"),
    ],
)
def test_an_answer_that_does_not_fit_is_no_estimate_with_its_reason(
    answer: Any, why: str, models: dict[str, tuple[Path, Any]], tmp_path: Path
) -> None:
    with answering(lambda path, body: answer) as there:
        model = chosen(f"qwen:vllm:{there.url}#m", how(tmp_path, models["qwen"][0]))
        assert model is not None
        with pytest.warns(NoEstimate, match=f"a: not estimated: .*{why}"):
            (found,) = model.score(CHAINS[:1])
        assert all(map(math.isnan, found))
        with pytest.warns(NoEstimate, match=why):
            model.score(CHAINS[:1])
        assert len(there.seen) == 2, "what is no answer is not kept"


def test_a_server_without_the_endpoint_ends_the_run(models: dict[str, tuple[Path, Any]], tmp_path: Path) -> None:
    folder, here = models["qwen"]
    with answering(sglang(here)) as there:
        model = chosen(f"qwen:vllm:{there.url}#m", how(tmp_path, folder))
        assert model is not None
        with pytest.raises(PrmUnavailable, match="expected a server with /pooling, which serves 'm'"):
            model.score(CHAINS)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("qwen:vllm:http://127.0.0.1:9", "KIND:vllm:URL#MODEL"),
        ("implicit:vllm:http://127.0.0.1:9#m", "KIND one of qwen"),
        ("qwen:vllm:http://#m", "expected a URL"),
        ("qwen:vllm:http://127.0.0.1:9#/no/such/folder", "tokenizer = "),
    ],
)
def test_what_cannot_be_asked_is_refused_before(spec: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(PrmUnavailable, match=why) as refused:
        chosen(spec, how(tmp_path))
    assert refused.value.usage

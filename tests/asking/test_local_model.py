"""A model of this machine that cannot be had, or fails, costs its requests alone, and says why."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("llguidance")

from support import tiny_models  # noqa: E402

from verifier.asking.local import LocalModel  # noqa: E402
from verifier.asking.model import ModelUnavailable  # noqa: E402
from verifier.asking.request import Manner, Request, Silence  # noqa: E402
from verifier.search.policies.local import LocalPolicy  # noqa: E402
from verifier.search.policies.policy import PolicyUnavailable  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # what torch and transformers say of each other's versions

REQUEST = Request("hf:x", ({"role": "user", "content": "How many?"},), {"type": "object"}, Manner(tokens=8))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tiny_models.llama(tmp_path, len(tiny_models.chatml(tmp_path)), **tiny_models.ROOM)
    return tmp_path


def test_what_torch_fails_with_is_no_answer_to_the_request(folder: Path) -> None:
    model = LocalModel(str(folder))
    told = asyncio.run(model.hear(REQUEST))
    assert told.read > 0, told
    assert model._loaded is not None
    _, network, _ = model._loaded
    network.lm_head = torch.nn.Linear(7, 3)  # of another width
    failed = asyncio.run(model.hear(REQUEST))
    assert isinstance(failed, Silence) and failed.why.startswith("the model failed: mat1 and mat2"), failed


@pytest.mark.parametrize("name", ["broken.gguf", "config.json"])
def test_a_file_that_is_no_model_is_told_by_translator_and_policy(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"GGUF no more")
    with pytest.raises(ModelUnavailable, match="expected a causal language model"):
        asyncio.run(LocalModel(str(tmp_path)).hear(REQUEST))
    with pytest.raises(PolicyUnavailable, match="expected a causal language model"):
        LocalPolicy.load(str(tmp_path))


def test_a_model_without_a_chat_template_is_told(folder: Path) -> None:
    (folder / "chat_template.jinja").unlink()
    with pytest.raises(ModelUnavailable, match="chat template"):
        asyncio.run(LocalModel(str(folder)).hear(REQUEST))

"""A model of this machine as a translator: its weights are loaded once, whoever asks, and let go of at the end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("llguidance")

import transformers
from support import tiny_models

from verifier.chain import Chain
from verifier.readers.model.live import LiveModel, LiveTranslator

pytestmark = pytest.mark.filterwarnings("ignore")  # what torch and transformers say of each other's versions


def test_the_weights_are_loaded_once_for_all_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, loads = tmp_path / "model", list[str]()
    folder.mkdir()
    tiny_models.llama(folder, len(tiny_models.chatml(folder)), **tiny_models.ROOM)
    real = transformers.AutoModelForCausalLM.from_pretrained

    def counted(where: str, **more: Any) -> Any:
        loads.append(where)
        return real(where, **more)

    monkeypatch.setattr(transformers.AutoModelForCausalLM, "from_pretrained", counted)
    translator = LiveTranslator(
        LiveModel(f"hf:{folder}", tmp_path / "kept.sqlite", samples=1), lambda chain, formal: False
    )

    def heard(number: int) -> list[str]:
        chain = Chain.of(f"What is {number} + 1?", [f"{number} + 1 = {number + 1}"])
        return [why for one in translator([chain]) for why in one.why]

    with ThreadPoolExecutor(3) as threads:
        said = [why for found in threads.map(heard, range(3)) for why in found]
    assert len(said) == 3 and all("tokens" in why for why in said), said  # so small a model has no room for it
    assert len(loads) == 1
    translator.close()
    assert heard(3) and len(loads) == 2
    translator.close()

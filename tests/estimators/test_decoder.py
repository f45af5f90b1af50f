"""SmolLM2 on onnxruntime: its weights and its tokens as the reference readers have them, its nats as torch computes
them; what is damaged is made anew, and what cannot be had is said."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import gguf
import numpy as np
import onnx
import pytest
import torch
import transformers
from support.sizes import sized

from verifier.estimators.model import PrmUnavailable
from verifier.estimators.surprisal import smollm2
from verifier.estimators.surprisal.decoder import BODY, GRAPHS, NATS, ROWS, Decoder, load
from verifier.estimators.surprisal.quantized import read
from verifier.training.networks import decoder_graph

TEXTS = (
    "Problem: Tom has 8 boxes of 6 pens and gives 5 away. How many are left?\nSolution:\nTom has 8 * 6 = 48 pens.\n",
    "Let $f(x) = \\frac{3x^2 - 1}{x + 4}$. Then $f(2) = \\frac{11}{6}$, so $6 f(2) = 11$.\n" * 9,
)
WORDS = (
    "the",
    "sum",
    "\\frac{1}{2}",
    "3.14",
    "-17",
    "x^2",
    "==",
    ",",
    ".",
    "(",
    "\n",
    "\n\n",
    "\t",
    "$",
    "é",
    "漢字",
    "🙂",
    "naïve",
    "don't",
    "<|im",
    "100,000",
)


@pytest.fixture(scope="module")
def decoder() -> Decoder:
    return load(1024, threads=1)


@pytest.fixture(scope="module")
def tokenizer() -> transformers.PreTrainedTokenizerBase:
    return transformers.AutoTokenizer.from_pretrained(smollm2.folder(), gguf_file=smollm2.FILE)


@pytest.mark.filterwarnings("ignore")  # what torch and transformers say of each other's versions is not ours
def test_nats_are_those_of_torch_in_32_bits_but_for_rounding(decoder: Decoder) -> None:
    torch.set_num_threads(1)
    model = transformers.AutoModelForCausalLM.from_pretrained(
        smollm2.folder(), gguf_file=smollm2.FILE, dtype=torch.float32
    )
    for text in TEXTS:
        ids = np.array(decoder.encode(text))
        with torch.inference_mode():
            told = model(torch.from_numpy(ids)[None]).logits[0, :-1].log_softmax(-1)
        expected = -told.gather(-1, torch.from_numpy(ids[1:, None]))[:, 0].numpy()
        found = np.array(decoder.nats(ids))
        assert found[0] == 0 and len(found) == len(ids) and (len(ids) > ROWS) == (text is TEXTS[1])
        assert np.abs(found[1:] - expected).mean() < 0.1
        assert found.sum() == pytest.approx(expected.sum(), rel=0.03)


def test_what_a_token_costs_depends_on_nothing_after_it(decoder: Decoder) -> None:
    ids = np.array(decoder.encode(TEXTS[1]))
    assert decoder.nats(ids)[:150] == pytest.approx(decoder.nats(ids[:150]), abs=1e-4)


def test_tokens_are_those_of_transformers(decoder: Decoder, tokenizer: transformers.PreTrainedTokenizerBase) -> None:
    dice = random.Random(5)
    for _ in range(sized(300, 2000)):
        text = "".join(dice.choice(WORDS) + dice.choice(["", " ", "  "]) for _ in range(dice.randrange(1, 12)))
        assert decoder.encode(text) == tokenizer.encode(text, add_special_tokens=False), text
    assert len(decoder.encode("<|im_end|>")) > 1, "text that spells a control token is text"


def test_the_shipped_graphs_are_what_the_code_makes() -> None:
    for name, made in ((BODY, decoder_graph.body()), (NATS, decoder_graph.nats())):
        assert onnx.load(GRAPHS / name, load_external_data=False) == made


def test_blocks_keep_their_weights(tmp_path: Path) -> None:
    """Against gguf's own reading: eight bits are the same numbers, four move by at most a 34th of their distance."""
    values = np.random.default_rng(3).normal(size=(6, 96)).astype(np.float32)
    kinds = {"four": gguf.GGMLQuantizationType.Q4_1, "eight": gguf.GGMLQuantizationType.Q8_0}
    blocks = {name: gguf.quants.quantize(values, kind) for name, kind in kinds.items()}
    place = written(tmp_path / "a.gguf", {name: (blocks[name], kinds[name]) for name in kinds})
    found, _ = read(place)
    for name, kind in kinds.items():
        zeros = found.get(f"{name}.zeros", np.full((6, 3), 128, np.uint8)).astype(np.float32)[..., None]
        scales = found[f"{name}.scales"][..., None]
        mine = ((found[name] - zeros) * scales).reshape(6, 96)
        most = 0 if name == "eight" else scales.max() / 2
        assert np.abs(mine - gguf.quants.dequantize(blocks[name], kind)).max() <= most + 1e-6


def test_other_kinds_of_blocks_are_refused(tmp_path: Path) -> None:
    values = gguf.quants.quantize(np.ones((2, 32), np.float32), gguf.GGMLQuantizationType.Q5_0)
    with pytest.raises(ValueError, match="expected F32, Q4_1 or Q8_0, got Q5_0"):
        read(written(tmp_path / "a.gguf", {"five": (values, gguf.GGMLQuantizationType.Q5_0)}))


def written(place: Path, tensors: dict[str, tuple[np.ndarray, gguf.GGMLQuantizationType]]) -> Path:
    writer = gguf.GGUFWriter(place, "llama")
    writer.add_token_list(["a", "b", "ab"])
    writer.add_token_merges(["a b"])
    for name, (blocks, kind) in tensors.items():
        writer.add_tensor(name, blocks, raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return place


def test_damaged_weights_are_made_anew_and_of_the_pinned_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, source = smollm2.scoring(), smollm2.folder()
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path))
    monkeypatch.setenv("VERIFIER_SMOLLM2", str(tmp_path / "other"))
    place = shutil.copytree(real, tmp_path / smollm2.SCORING, copy_function=os.link)
    assert smollm2.scoring() == place
    (place / smollm2.TOKENIZER).unlink()
    (place / smollm2.TOKENIZER).write_text("{}")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / smollm2.FILE).write_bytes(b"GGUF")
    with pytest.raises(PrmUnavailable, match="is not the pinned file"):
        smollm2.scoring()
    monkeypatch.setenv("VERIFIER_SMOLLM2", str(source))
    assert (smollm2.scoring() / smollm2.MADE).read_text() == (real / smollm2.MADE).read_text()
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")], "nothing is left lying about"

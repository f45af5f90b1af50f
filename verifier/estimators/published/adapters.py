"""The published models by kind: which weights make their scores, and how the scores are read from the outputs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from verifier.checkers.lean.toolchain.cache import LOGGER
from verifier.estimators.model import Placement, PrmUnavailable
from verifier.estimators.published.conventions import LAYS, Layout
from verifier.estimators.published.published import PublishedModel, Read
from verifier.processes import compute_alone_in_forks

if TYPE_CHECKING:
    from torch import Tensor


import warnings
from collections.abc import Sequence

from verifier.chain import Chain
from verifier.estimators.own.layout import LongChain

CLOSEST = 1e-6


@dataclass(slots=True)
class OutcomeModel:
    """A sequence classifier of one label (its logistic is the score) or two (the second one's share).

    Steps are scored as solutions that end there: one pass a step, since such a model speaks of a whole text alone.
    """

    name: str
    tokenizer: Any
    model: Any
    context: int
    device: str = "cpu"

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        """Return, for each step, the probability that a solution which ends there is right; NaN (with a warning) where
        it is longer than the context."""
        return [
            [self.outcome(chain.problem, [s.text for s in chain.steps[: step.index + 1]]) for step in chain.steps]
            for chain in chains
        ]

    def outcome(self, problem: str, steps: Sequence[str]) -> float:
        """Return the probability that a solution is right, NaN (with a warning) where it is too long."""
        import torch

        coded = self.tokenizer(problem + "\n" + "\n".join(steps), return_tensors="pt").to(self.device)
        if coded["input_ids"].shape[1] > self.context:
            warnings.warn(
                f"a solution is longer than the {self.context} tokens of {self.name}", LongChain, stacklevel=2
            )
            return math.nan
        with torch.inference_mode():
            logits = self.model(**coded).logits[0].float()
        found = logits.sigmoid()[0] if logits.numel() == 1 else logits.softmax(-1)[1]
        return min(max(float(found), CLOSEST), 1 - CLOSEST)


LONGEST_CONTEXT = 8192
"""Tokens of a window where a model would take more: memory grows with them."""

DTYPES = ("float32", "bfloat16", "float16")

BETA = 0.05
"""The factor of an implicit model's rewards, as its authors train it (arXiv:2412.01981)."""


def load_published(kind: str, where: str, placement: Placement) -> PublishedModel | OutcomeModel:
    """Return the model of ``kind`` at ``where``: a folder, or a name on the hub; for ``implicit``, two of them with a
    comma between, the policy and its reference.

    Raises: PrmUnavailable, which says what to install or change.
    """
    torch, transformers, damaged = _libraries()
    transformers.utils.logging.set_verbosity_error()
    folders = [_folder(place) for place in where.split(",")]
    if len(folders) != (2 if kind == "implicit" else 1):
        raise PrmUnavailable("expected --prm implicit:POLICY,REFERENCE, or one model for other kinds", usage=True)
    device, dtype = device_of(torch, placement.device), dtype_of(torch, placement)
    try:
        made = _Loader(torch, transformers, folders, device, dtype)
        return made.outcome(where) if kind == "orm" else made.process(kind, f"{kind}:{where}")
    except (OSError, ValueError, KeyError, RuntimeError, AttributeError, damaged) as error:
        raise PrmUnavailable(
            f"{where}: expected the weights and the tokenizer of a {kind} model "
            f"({type(error).__name__}: {error!s:.300})"
        ) from error


def _libraries() -> tuple[Any, Any, type[Exception]]:
    try:
        import torch
        import transformers
        from safetensors import SafetensorError
    except ImportError as error:
        raise PrmUnavailable(
            f"published models need torch and transformers: pip install 'step-verifier[prm]' ({error})"
        ) from error
    compute_alone_in_forks(torch)
    return torch, transformers, SafetensorError


def _folder(place: str) -> Path:
    """The folder of a model, fetched from the hub where ``place`` is no folder."""
    if Path(place).is_dir():
        return Path(place)
    if place.count("/") != 1 or place.startswith((".", "/", "~")):
        raise PrmUnavailable(
            f"{place}: expected a folder, or a name on the hub such as Qwen/Qwen2.5-Math-PRM-7B", usage=True
        )
    return fetched(place)


KEPT = ("*.safetensors", "*.json", "*.model", "*.txt", "*.jinja")
"""The files of a model on the hub that are fetched: no code, and no weights that could hold some."""


def fetched(place: str, into: Path | None = None) -> Path:
    """Return the folder of the model called ``place`` on the hub: ``into``, or else a folder of the hub's own cache,
    from which it comes where it is there.

    Raises: PrmUnavailable.
    """
    from huggingface_hub import snapshot_download, try_to_load_from_cache
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    try:
        if into is not None or not isinstance(try_to_load_from_cache(place, "config.json"), str):
            LOGGER.warning(f"fetching {place} from the hub; a published model is up to some 15 GB")
        return Path(snapshot_download(place, allow_patterns=list(KEPT), etag_timeout=10, local_dir=into))
    except (LocalEntryNotFoundError, HfHubHTTPError, HFValidationError, OSError) as error:
        raise PrmUnavailable(
            f"{place}: the hub did not give it ({type(error).__name__}); look at the name and the network, or fetch "
            "the model elsewhere and name its folder"
        ) from error


def device_of(torch: Any, wanted: str) -> str:
    """Return the device that ``wanted`` names; ``auto``: the best there is. Raises: PrmUnavailable."""
    if wanted != "auto":
        try:
            return str(torch.device(wanted))
        except RuntimeError as error:
            raise PrmUnavailable(f"expected --device auto, cpu, cuda or mps, got {wanted!r}", usage=True) from error
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def dtype_of(torch: Any, placement: Placement) -> Any:
    """Return the numbers that a model computes with. Raises: PrmUnavailable."""
    if placement.dtype == "auto":
        return torch.bfloat16 if device_of(torch, placement.device).startswith("cuda") else torch.float32
    if placement.dtype not in DTYPES:
        raise PrmUnavailable(f"expected --dtype auto, {', '.join(DTYPES)}, got {placement.dtype!r}", usage=True)
    return getattr(torch, placement.dtype)


@dataclass(frozen=True, slots=True)
class _Loader:
    torch: Any
    transformers: Any
    folders: list[Path]
    device: str
    dtype: Any

    def process(self, kind: str, name: str) -> PublishedModel:
        tokenizer = self._tokenizer()
        forward, read, config = _MAKE[kind](self, tokenizer)
        context = min(getattr(config, "max_position_embeddings", LONGEST_CONTEXT), LONGEST_CONTEXT)
        return PublishedModel(name, tokenizer, LAYS[kind], forward, read, context, self.device)

    def outcome(self, where: str) -> OutcomeModel:
        model = self._whole("AutoModelForSequenceClassification")
        context = min(getattr(model.config, "max_position_embeddings", LONGEST_CONTEXT), LONGEST_CONTEXT)
        return OutcomeModel(f"orm:{where}", self._tokenizer(), model, context, self.device)

    def _tokenizer(self) -> Any:
        return self.transformers.AutoTokenizer.from_pretrained(self.folders[0])

    def _whole(self, kind: str, folder: int = 0) -> Any:
        """A model with its own head, every weight of which must be in the file."""
        found, report = getattr(self.transformers, kind).from_pretrained(
            self.folders[folder], dtype=self.dtype, output_loading_info=True
        )
        if report["missing_keys"]:
            raise ValueError(f"these weights are missing: {sorted(report['missing_keys'])[:3]}")
        return found.to(self.device).train(False)

    def body(self) -> Any:
        """The transformer without a head."""
        found, report = self.transformers.AutoModel.from_pretrained(
            self.folders[0], dtype=self.dtype, output_loading_info=True
        )
        if report["missing_keys"]:
            raise ValueError(f"these weights are missing: {sorted(report['missing_keys'])[:3]}")
        return found.to(self.device).train(False)

    def weight(self, name: str) -> Tensor:
        """The weight called ``name``, under whatever prefix. Raises: KeyError."""
        from safetensors import safe_open

        for file in sorted(self.folders[0].glob("*.safetensors")):
            with safe_open(file, framework="pt") as stored:
                for key in stored.keys():  # noqa: SIM118  # no mapping: it offers keys() alone
                    if key == name or key.endswith(f".{name}"):
                        return stored.get_tensor(key).to(self.device, self.dtype)  # type: ignore[no-any-return]
        raise KeyError(f"no weight is called {name}; expected *.safetensors with it")

    def optional(self, name: str) -> Tensor | None:
        try:
            return self.weight(name)
        except KeyError:
            return None


Made = tuple[Callable[["Tensor", "Tensor"], "Tensor"], Read, Any]


def _qwen(loader: _Loader, tokenizer: Any) -> Made:
    """Two logits by a head of two layers; the second one's share (softmax) is the score."""
    body, linear = loader.body(), loader.torch.nn.functional.linear
    inner, outer = ([loader.weight(f"score.{n}.{part}") for part in ("weight", "bias")] for n in (0, 2))

    def forward(ids: Tensor, mask: Tensor) -> Tensor:
        states = body(input_ids=ids, attention_mask=mask).last_hidden_state
        return linear(linear(states, *inner).relu(), *outer)  # type: ignore[no-any-return]

    return forward, lambda out, layout: out[layout.at].softmax(-1)[:, 1], body.config


def _of_two_words(loader: _Loader, tokenizer: Any, good: int, bad: int) -> Made:
    model = loader._whole("AutoModelForCausalLM")

    def forward(ids: Tensor, mask: Tensor) -> Tensor:
        return model(input_ids=ids, attention_mask=mask).logits[..., [good, bad]]  # type: ignore[no-any-return]

    return forward, lambda out, layout: out[layout.at].softmax(-1)[:, 0], model.config


def _shepherd(loader: _Loader, tokenizer: Any) -> Made:
    good, bad = tokenizer.encode("+ -", add_special_tokens=False)[-2:]
    return _of_two_words(loader, tokenizer, good, bad)


def _rlhflow(loader: _Loader, tokenizer: Any) -> Made:
    good, bad = (tokenizer.encode(sign, add_special_tokens=False)[-1] for sign in "+-")
    return _of_two_words(loader, tokenizer, good, bad)


def _skywork(loader: _Loader, tokenizer: Any) -> Made:
    """A value head of one number; its logistic is the score."""
    body, linear = loader.body(), loader.torch.nn.functional.linear
    weight, bias = loader.weight("v_head.summary.weight"), loader.optional("v_head.summary.bias")

    def forward(ids: Tensor, mask: Tensor) -> Tensor:
        return linear(body(input_ids=ids, attention_mask=mask).last_hidden_state, weight, bias)  # type: ignore[no-any-return]

    return forward, lambda out, layout: out[layout.at, 0].sigmoid(), body.config


def _trl(loader: _Loader, tokenizer: Any) -> Made:
    model = loader._whole("AutoModelForTokenClassification")
    if model.config.num_labels != 2:
        raise ValueError(f"expected a model of two labels, got {model.config.num_labels}")

    def forward(ids: Tensor, mask: Tensor) -> Tensor:
        return model(input_ids=ids, attention_mask=mask).logits  # type: ignore[no-any-return]

    return forward, lambda out, layout: out[layout.at].softmax(-1)[:, 1], model.config


def _reasoneval(loader: _Loader, tokenizer: Any) -> Made:
    """Three classes: wrong, neutral, positive; a step is valid where it is one of the latter two."""
    body, linear = loader.body(), loader.torch.nn.functional.linear
    weight, bias = loader.weight("score_head.weight"), loader.optional("score_head.bias")
    if weight.shape[0] != 3:
        raise ValueError(f"expected a head of three classes, got {weight.shape[0]}")

    def forward(ids: Tensor, mask: Tensor) -> Tensor:
        return linear(body(input_ids=ids, attention_mask=mask).last_hidden_state, weight, bias)  # type: ignore[no-any-return]

    return forward, lambda out, layout: out[layout.at].softmax(-1)[:, 1:].sum(-1), body.config


def _implicit(loader: _Loader, tokenizer: Any) -> Made:
    """What the policy has learnt over its reference: the logistic of the rewards summed so far, as it was trained."""
    policy, reference = (loader._whole("AutoModelForCausalLM", n) for n in (0, 1))

    def forward(ids: Tensor, mask: Tensor) -> Tensor:
        """B x T rewards of single tokens; the first has none."""
        told = ids[:, 1:, None]
        ratio = sum(
            sign * m(input_ids=ids, attention_mask=mask).logits[:, :-1].float().log_softmax(-1).gather(-1, told)[..., 0]
            for sign, m in ((1, policy), (-1, reference))
        )
        return loader.torch.nn.functional.pad(BETA * ratio, (1, 0))  # type: ignore[no-any-return]

    return forward, lambda out, layout: rewards(out, layout).cumsum(0).sigmoid(), policy.config


def rewards(out: Tensor, layout: Layout) -> Tensor:
    """Return the reward of each step, from those of single tokens: their sum over the step."""
    steps = zip(layout.starts, layout.at, strict=True)
    return out.new_tensor([math.fsum(out[start : end + 1].tolist()) for start, end in steps])


_MAKE: Final[Mapping[str, Callable[[_Loader, Any], Made]]] = {
    "qwen": _qwen,
    "math-shepherd": _shepherd,
    "skywork": _skywork,
    "rlhflow": _rlhflow,
    "trl": _trl,
    "reasoneval": _reasoneval,
    "implicit": _implicit,
}
"""How each kind of ``LAYS`` makes its scores."""

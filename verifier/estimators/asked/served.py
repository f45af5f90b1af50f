"""Published process reward models behind a server: ``KIND:vllm:URL#MODEL``, ``KIND:sglang:URL#MODEL``.

A chain is laid out here as in process (``published.conventions``), by the model's own tokenizer, and sent as token ids.
vLLM is asked about whole chains and answers at every token, or at every step. SGLang answers at the last token, so it
is asked about every prefix that ends where a step's score is read, all of a chain in one request: these models look
back alone, so the numbers are the same, and its cache of prefixes spares the work.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from verifier.asking.model import Model, ModelUnavailable
from verifier.asking.pooling import SERVERS, Numbers, Pooling, PoolingServer, Server, rows_of
from verifier.asking.request import Heard, Said
from verifier.chain import Chain
from verifier.endpoint import Patience
from verifier.estimators.asked.estimator import Asker, missing, why_not
from verifier.estimators.model import PrmUnavailable, Wire
from verifier.estimators.published.conventions import LAYS, Layout
from verifier.estimators.published.windows import windows

CLOSEST: Final = 1e-6
"""How close to 0 and 1 a score comes."""

NEARLY: Final = 1e-3
"""How far from 1 shares of classes may add up to that a server rounded."""

FILES: Final = ("tokenizer*", "*.json", "*.model", "*.jinja", "*.txt")
"""The files of a model on the hub that its tokenizer is made of: no weights, no code."""

Sent = Generator[Pooling, Heard, "list[Numbers] | str"]


def _logistic(row: Sequence[float]) -> float:
    return 1 / (1 + math.exp(-min(max(row[0], -700.0), 700.0)))


def _share(of: slice) -> Callable[[Sequence[float]], float]:
    """The share of some classes. Numbers that are shares already, as vLLM gives where its pooler applies a softmax, are
    taken as they are."""

    def read(row: Sequence[float]) -> float:
        if all(0 <= one <= 1 for one in row) and abs(sum(row) - 1) <= NEARLY:
            return sum(row[of])
        most = max(row)
        powers = [math.exp(one - most) for one in row]
        return sum(powers[of]) / sum(powers)

    return read


def _outcome(row: Sequence[float]) -> float:
    return _logistic(row) if len(row) == 1 else _share(slice(1, 2))(row)


@dataclass(frozen=True, slots=True)
class Convention:
    """How many numbers there are at a step, and what they come to."""

    classes: tuple[int, ...]
    read: Callable[[Sequence[float]], float]


READS: Final[Mapping[str, Convention]] = {
    "qwen": Convention((2,), _share(slice(1, 2))),
    "math-shepherd": Convention((2,), _share(slice(0, 1))),
    "skywork": Convention((1,), _logistic),
    "rlhflow": Convention((2,), _share(slice(0, 1))),
    "trl": Convention((2,), _share(slice(1, 2))),
    "reasoneval": Convention((3,), _share(slice(1, 3))),
    "orm": Convention((1, 2), _outcome),
}
"""The kinds that may be behind a server. One without a layout is sent every prefix as a text."""


@dataclass(slots=True)
class ServedModel:
    """A process reward model behind a server. ``tokenizer``: None for a kind that is sent texts."""

    kind: str
    server: Server
    model: str
    tokenizer: Any
    context: int
    asker: Asker

    @property
    def name(self) -> str:
        """The kind, the server's and the model: no address."""
        return f"{self.kind}:{self.server}:{self.model}"

    @property
    def together(self) -> int:
        """Chains that are best asked about at once."""
        return max(1, self.asker.wire.concurrency)

    def told(self) -> Iterator[str]:
        """Yield in words what was asked, and what that took."""
        yield from self.asker.told()

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        """Return the probability of each step of each chain; NaN, with a warning that says why, for a chain of which
        there is no answer, or whose answer does not fit its steps, and for a step longer than the context.

        Raises: PrmUnavailable where the server cannot be had."""
        jobs = [(n, *window) for n, chain in enumerate(chains) for window in self._windows(chain)]
        heard = self.asker([partial(self._sent, layout) for *_, layout in jobs])
        found = [[math.nan] * len(chain.steps) for chain in chains]
        lost: dict[int, str] = {}
        for (number, first, fresh, layout), rows in zip(jobs, heard, strict=True):
            try:
                values = self._read(layout, rows)
            except ValueError as error:
                lost.setdefault(number, str(error))
                continue
            for step in range(fresh, first + len(values)):
                found[number][step] = min(max(values[step - first], CLOSEST), 1 - CLOSEST)
        for number, why in lost.items():
            found[number] = missing(chains[number], why)
        return found

    def _windows(self, chain: Chain) -> list[tuple[int, int, Layout | tuple[str, ...]]]:
        lay = LAYS.get(self.kind)
        if lay is None:
            texts = [step.text for step in chain.steps]
            return [(0, 0, tuple("\n".join((chain.problem, *texts[: n + 1])) for n in range(len(texts))))]
        return list(windows(chain, partial(lay, self.tokenizer), self.context, self.name))

    def _sent(self, layout: Layout | tuple[str, ...]) -> Sent:
        inputs, read = self._inputs(layout), READS[self.kind]
        whole = isinstance(layout, Layout) and self.server == "vllm"
        rows = (len(layout.ids), len(layout.at)) if isinstance(layout, Layout) and whole else (1,)
        heard = yield Pooling(self.server, f"{self.server}:{self.model}", inputs, rows, read.classes)
        return rows_of(heard) if isinstance(heard, Said) else why_not(heard)

    def _inputs(self, layout: Layout | tuple[str, ...]) -> tuple[tuple[int, ...] | str, ...]:
        if isinstance(layout, tuple):
            return layout
        if self.server == "vllm":
            return (tuple(layout.ids),)
        return tuple(tuple(layout.ids[: at + 1]) for at in layout.at)

    def _read(self, layout: Layout | tuple[str, ...], rows: list[Numbers] | str | None) -> list[float]:
        """The scores of the steps of a window. Raises: ValueError, which says why there are none."""
        if rows is None or isinstance(rows, str):
            raise ValueError(rows or why_not(None))
        read = READS[self.kind].read
        if isinstance(layout, tuple) or self.server == "sglang":
            return [read(one[0]) for one in rows]
        (whole,) = rows
        return [read(whole[at]) for at in layout.at] if len(whole) == len(layout.ids) else [read(row) for row in whole]


def load_served(kind: str, where: str, wire: Wire) -> ServedModel:
    """Return the model of ``kind`` behind the server at ``where``, ``SERVER:URL#MODEL``; nothing is asked yet.

    Raises: PrmUnavailable, which says what to install or change."""
    server, _, address = where.partition(":")
    url, mark, model = address.partition("#")
    if kind not in READS or server not in SERVERS or not mark or not model:
        raise PrmUnavailable(
            f"expected --prm KIND:vllm:URL#MODEL or KIND:sglang:URL#MODEL with KIND one of {', '.join(READS)}, got "
            f"{f'{kind}:{where}'!r:.120}",
            usage=True,
        )
    if wire.requests or wire.responses:
        raise PrmUnavailable("batches are for critics: a server of reward models takes none", usage=True)
    root = url.rstrip("/").removesuffix("/v1")

    def make() -> Model[Pooling]:
        return PoolingServer(root, Patience(wire.seconds, wire.attempts))

    try:
        make()
    except ModelUnavailable as error:
        raise PrmUnavailable(f"--prm {kind}:{server}: {error}", usage=error.usage) from error
    tokenizer = None if kind not in LAYS else _tokenizer(wire.tokenizer or model)
    return ServedModel(kind, server, model, tokenizer, wire.context, Asker(wire, make))


def _tokenizer(place: str) -> Any:
    """The tokenizer of a folder, or of a model on the hub."""
    try:
        import transformers
    except ImportError as error:
        raise PrmUnavailable(
            f"a served model is sent token ids, by its tokenizer: pip install 'step-verifier[prm,llm]' ({error})"
        ) from error
    advice = 'give the folder that holds it as tokenizer = "FOLDER" in a profile'
    try:
        folder = place if Path(place).is_dir() else _fetched(place)
        return transformers.AutoTokenizer.from_pretrained(folder)
    except (OSError, ValueError, KeyError) as error:
        raise PrmUnavailable(
            f"{place}: expected the model's tokenizer ({error!s:.160}); {advice}", usage=True
        ) from error


def _fetched(place: str) -> str:
    from huggingface_hub import snapshot_download

    return snapshot_download(place, allow_patterns=list(FILES), etag_timeout=10)

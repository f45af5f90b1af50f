"""What ``verifier translate`` is asked, and how chains are translated on the way of other commands."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import typer

from verifier.commands.options.shared import (
    Answers,
    Attempts,
    Concurrency,
    MostMoney,
    MostTokens,
    PriceRead,
    PriceWritten,
    Problem,
    ReadingOptions,
    Seconds,
    to_write,
    whole,
)
from verifier.commands.options.translations import FormalOptions

if TYPE_CHECKING:
    from verifier.pipeline.settings import TranslationSettings

Apart = Annotated[int, typer.Option(min=1, max=8, help="Translations of each chain, made apart.")]
Url = Annotated[str | None, typer.Option(help="The server, up to and with /v1; else OPENAI_BASE_URL.")]


@dataclass(frozen=True, kw_only=True)
class Asking:
    """How a language model is asked for translations."""

    PANEL: ClassVar = "How the model is asked"

    samples: Apart = 2
    url: Url = None
    mode: Annotated[
        Literal["auto", "whole", "problem"],
        typer.Option(
            help="whole: one request a chain. problem: one for each problem, and one for each chain over its "
            "vocabulary. auto: that for problems with several chains."
        ),
    ] = "auto"
    temperature: Annotated[
        float, typer.Option(min=-1, max=2, help="Below 0 it is left to the server; some models take none.")
    ] = 0.7
    answer_tokens: Annotated[int, typer.Option(min=64, help="Most tokens of one answer.")] = 8192
    context: Annotated[
        int, typer.Option(min=2000, help="Tokens that the model reads and writes; longer chains go in pieces.")
    ] = 32_000
    structured: Annotated[
        Literal["schema", "object", "none"],
        typer.Option(help="How the server is asked for JSON: by a JSON Schema, as any object, in words alone."),
    ] = "schema"
    concurrency: Concurrency = 8
    seconds: Seconds = 300.0
    attempts: Attempts = 4
    most_tokens: MostTokens = None
    most_money: MostMoney = None
    price_read: PriceRead = 0.0
    price_written: PriceWritten = 0.0
    answers: Answers = None
    offline: Annotated[bool, typer.Option("--offline", help="Ask nobody: kept answers alone.")] = False


@dataclass(frozen=True, kw_only=True)
class LiveOptions:
    """A language model that translates chains on the way of another command."""

    PANEL: ClassVar = "Translation on the way, by a language model"

    translator: Annotated[
        str,
        typer.Option(
            help="openai:MODEL, or hf:PATH: translates chains, by whose translations they are judged. Evidence.",
        ),
    ] = "none"
    translator_url: Url = None
    translator_samples: Apart = 2
    translator_budget: MostTokens = None
    translator_answers: Annotated[Path | None, typer.Option(help="The file that keeps answers.")] = None
    translator_offline: Annotated[
        bool, typer.Option("--translator-offline", help="Ask nobody: kept answers alone.")
    ] = False

    @property
    def asking(self) -> Asking:
        """How the model is asked; what else there is to say of that, `translate` takes."""
        return Asking(
            samples=self.translator_samples,
            url=self.translator_url,
            most_tokens=self.translator_budget,
            answers=self.translator_answers,
            offline=self.translator_offline,
        )


def settings_of(formal: FormalOptions, live: LiveOptions) -> TranslationSettings:
    """Return by which translations chains are judged, with paths that mean the same in another process."""
    from verifier.pipeline.settings import TranslationSettings  # which loads what asks models

    return TranslationSettings(
        readings=[one.absolute() for one in formal.formal],
        given=[one.absolute() for one in formal.given],
        trust=_reachable(formal.trust),
        trust_at=formal.trust_at,
        translator=live.translator,
        translator_url=live.translator_url,
        translator_samples=live.translator_samples,
        translator_budget=live.translator_budget,
        translator_answers=whole(live.translator_answers),
        translator_offline=live.translator_offline,
    )


def _reachable(trust: str) -> str:
    """A word, or the path of a level that means the same in another process."""
    return str(Path(trust).absolute()) if Path(trust).is_file() else trust


@dataclass(frozen=True, kw_only=True)
class TranslateOptions(ReadingOptions, Asking):
    """What is asked of a translation into the formal language."""

    files: Annotated[
        tuple[str, ...], typer.Argument(help="Chains as `check` takes them; - is standard input.", metavar="CHAINS...")
    ]
    translator: Annotated[
        str,
        typer.Option(help="openai:MODEL, hf:PATH for a model of this machine, or exact: the exact reader, by rules."),
    ]
    out: Annotated[Path, to_write("The file of formal chains to write; .gz is packed.", "--out", "-o")]
    problem: Problem = None
    requests: Annotated[
        Path | None, to_write("Ask nobody: write what would be asked in OpenAI's batch format.", "--requests")
    ] = None
    responses: Annotated[
        tuple[Path, ...], typer.Option("--responses", help="Answers of a batch; may be given several times.")
    ] = ()
    resume: Annotated[
        bool, typer.Option("--resume", help="Leave translations that stand in OUT as they are, corrected ones too.")
    ] = False

"""What ``verifier translate`` is asked, and how chains are translated on the way of other commands."""

from __future__ import annotations

from dataclasses import dataclass, fields
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
    Setting,
    to_write,
    whole,
)
from verifier.commands.options.translations import FormalOptions

if TYPE_CHECKING:
    from verifier.pipeline.settings import TranslationSettings

Mode = Literal["auto", "whole", "problem"]
Structured = Literal["schema", "object", "none"]

Apart = Annotated[int, typer.Option(min=1, max=8, help="Translations per chain, each made separately.")]
Url = Annotated[str | None, typer.Option(help="Server of the model, ending in /v1 (default: $OPENAI_BASE_URL).")]


@dataclass(frozen=True, kw_only=True)
class Asking:
    """How a language model is asked for translations."""

    PANEL: ClassVar = "Requests to the model"
    PROFILE: ClassVar = "translator"

    samples: Apart = 2
    url: Url = None
    mode: Annotated[
        Mode,
        typer.Option(help="whole: one request per chain; problem: one per problem, then one per chain; auto: by need."),
    ] = "auto"
    temperature: Annotated[
        float, typer.Option(min=-1, max=2, help="Sampling temperature; -1: the server's default.")
    ] = 0.7
    answer_tokens: Annotated[int, typer.Option(min=64, help="Token limit of one answer.")] = 8192
    context: Annotated[int, typer.Option(min=2000, help="Context length; longer chains are translated in pieces.")] = (
        32_000
    )
    structured: Annotated[
        Structured,
        typer.Option(help="How the request asks for JSON: schema, as an object, or in words only (none)."),
    ] = "schema"
    concurrency: Concurrency = 8
    seconds: Seconds = 300.0
    attempts: Attempts = 4
    budget: MostTokens = None
    most_money: MostMoney = None
    price_read: PriceRead = 0.0
    price_written: PriceWritten = 0.0
    answers: Answers = None
    offline: Annotated[bool, typer.Option("--offline", help="Use kept answers only; send no requests.")] = False


@dataclass(frozen=True, kw_only=True)
class LiveOptions:
    """A language model that translates chains on the way of another command."""

    PANEL: ClassVar = "Translation by a language model"
    PROFILE: ClassVar = "translator"

    translator: Annotated[
        str, typer.Option(help="Translate the chains first: openai:MODEL, hf:PATH or the NAME of a profile.")
    ] = "none"
    translator_url: Url = None
    translator_samples: Apart = 2
    translator_budget: MostTokens = None
    translator_mode: Annotated[
        Mode,
        Setting("whole: one request per chain; problem: one per problem, then one per chain; auto: by need."),
    ] = "auto"
    translator_temperature: Annotated[float, Setting("Sampling temperature; -1: the server's default.", -1, 2)] = 0.7
    translator_answer_tokens: Annotated[int, Setting("Token limit of one answer.", 64)] = 8192
    translator_context: Annotated[int, Setting("Context length in tokens; longer chains are split.", 2000)] = 32_000
    translator_structured: Annotated[
        Structured, Setting("How the request asks for JSON: schema, object, or in words only (none).")
    ] = "schema"
    translator_concurrency: Annotated[int, Setting("Requests sent at the same time.", 1, 512)] = 8
    translator_seconds: Annotated[float, Setting("Time limit of a request, in seconds.", 0.1)] = 300.0
    translator_attempts: Annotated[int, Setting("Largest number of attempts per request.", 1, 20)] = 4
    translator_most_money: Annotated[
        float | None, Setting("Cost limit of the run; requires price-read and price-written.", 0)
    ] = None
    translator_price_read: Annotated[float, Setting("Price of a million input tokens.", 0)] = 0.0
    translator_price_written: Annotated[float, Setting("Price of a million output tokens.", 0)] = 0.0
    translator_answers: Annotated[
        Path | None, Setting("File that keeps answers, so that no request is sent twice.")
    ] = None
    translator_offline: Annotated[bool, Setting("Use kept answers only; send no requests.")] = False

    @property
    def asking(self) -> Asking:
        """How the model is asked."""
        return Asking(**{one.name: getattr(self, f"translator_{one.name}") for one in fields(Asking)})


SERVED = ("url", "samples", "budget", "answers", "offline")
"""What a command that keeps a model can set of its translator."""


def settings_of(formal: FormalOptions, live: LiveOptions) -> TranslationSettings:
    """Return by which translations chains are judged, with paths that mean the same in another process."""
    from verifier.pipeline.settings import TranslationSettings  # which loads what asks models

    asked, usual = live.asking, Asking()
    other = {one.name for one in fields(Asking) if getattr(asked, one.name) != getattr(usual, one.name)}
    if more := sorted(other - {*SERVED}):
        raise typer.BadParameter(f"this command cannot set {', '.join(more)} of a translator")
    return TranslationSettings(
        readings=[one.absolute() for one in formal.formal],
        given=[one.absolute() for one in formal.given],
        trust=_reachable(formal.trusted),
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
        tuple[str, ...], typer.Argument(help="Chains in any known format; - is standard input.", metavar="CHAINS...")
    ]
    translator: Annotated[
        str,
        typer.Option(help="Translator: openai:MODEL, hf:PATH, exact (rules, no model), or a profile."),
    ]
    out: Annotated[Path, to_write("Output file for the translations, such as f.jsonl or f.jsonl.gz.", "--out", "-o")]
    problem: Problem = None
    requests: Annotated[
        Path | None, to_write("Write the requests to this file in OpenAI's batch format.", "--requests")
    ] = None
    responses: Annotated[
        tuple[Path, ...], typer.Option("--responses", help="File with the responses of a batch; repeatable.")
    ] = ()
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue a run; keep the translations in OUT, including edited ones.")
    ] = False

"""Options that several commands take, each declared once, and the groups that always go together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import typer

from verifier.estimators.choose import KINDS
from verifier.estimators.model import Placement, Wire
from verifier.intake.chains import Sources
from verifier.intake.example import Neutral as NeutralRating
from verifier.intake.formats.names import Read
from verifier.intake.source import Reading
from verifier.intake.splitting.split import Splitting
from verifier.intake.splitting.thinking import Thinking
from verifier.pipeline.options import LeanMode


def _writable(path: Path | None) -> Path | None:
    from verifier.outputs import check

    try:
        if path is not None:
            check(path)
    except OSError as error:
        raise typer.BadParameter(f"{path}: expected a file that can be written ({error.strerror})") from error
    return path


def _problem(text: str | None) -> str | None:
    from verifier.intake.problem import problem_of

    try:
        return None if text is None else problem_of(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error


def to_write(help: str, *names: str) -> Any:
    """Return the option for a file of output, which refuses at once what cannot be one."""
    return typer.Option(*names, callback=_writable, help=help)


def whole(path: Path | None) -> str | None:
    """Return a path that means the same in another process, None of none."""
    return None if path is None else str(path.absolute())


CHAINS = "Chains in any known format, plain text, or folders; - is standard input."
RECORDS = "Records of 'verifier check --json'; - is standard input."
LABELLED = "Labelled chains in any known format."
MODEL = f"Model: default, the NAME of a profile, or KIND:MODEL (KIND: {', '.join(KINDS)})"

# The input.
Chains = Annotated[tuple[str, ...], typer.Argument(metavar="FILE...", help=CHAINS)]
ReadAgain = Annotated[bool, typer.Option("--read-again", help="Also read the texts again, and run the prover again.")]

Records = Annotated[list[str], typer.Argument(metavar="RECORDS...", help=RECORDS)]
LabelledFiles = Annotated[tuple[str, ...], typer.Argument(help=LABELLED)]
Problem = Annotated[
    str | None,
    typer.Option(
        metavar="TEXT",
        callback=_problem,
        help="Problem statement for plain text in FILE, or @PATH to a file.",
    ),
]
Neutral = Annotated[NeutralRating, typer.Option(help="How to count a rating of 0 in PRM800K.")]
Reference = Annotated[str | None, typer.Option(help="Reference answer.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Number of chains per file.")]
Sample = Annotated[int | None, typer.Option(min=1, help="Random sample of chains per file.")]

From = Annotated[Read | None, typer.Option("--from", metavar="FORMAT", help="Input format (default: auto-detect).")]
Map = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES",
        help="Names of your columns, as problem=question,steps=solution; 'problem=': no such column.",
    ),
]


SplitInto = Annotated[
    Splitting,
    typer.Option(
        "--split",
        help="How to split a solution given as a single text.",
    ),
]


def renamed(text: str | None) -> dict[str, str]:
    """Return the wanted column to the one that is there, of ``wanted=column,...``. Raises: BadParameter."""
    pairs = [pair.split("=") for pair in (text or "").split(",") if pair.strip()]
    if any(len(pair) != 2 or not pair[0].strip() for pair in pairs):
        raise typer.BadParameter(f"expected --map as wanted=column,..., got {text!r}")
    return {wanted.strip(): column.strip() for wanted, column in pairs}


@dataclass(frozen=True, kw_only=True)
class ReadingOptions:
    """How inputs are read, where that is not to be told from them."""

    read_as: From = None
    map: Map = None
    split: SplitInto = "auto"
    thinking: Annotated[Thinking, typer.Option(help="How to handle reasoning in <think> tags.")] = "skip"

    def sources(self, names: Sequence[str], problem: str | None = None) -> Sources:
        """Return these inputs, to be read so; standard error says which columns are used. Raises: BadParameter."""
        from verifier.report.exit_codes import complain

        return Sources(
            names,
            problem,
            Reading(self.read_as, renamed(self.map), splitting=self.split, thinking=self.thinking),
            complain,
        )


# Lean.
Lean = Annotated[
    LeanMode, typer.Option(help="Use of Lean; 'require' fails if Lean is not available.", rich_help_panel="Lean")
]
Timeout = Annotated[float, typer.Option(min=0.1, help="Lean time limit per chain, in seconds.", rich_help_panel="Lean")]
Certify = Annotated[
    bool,
    typer.Option("--certify", help="Prove each result, proved or refuted, again in Lean.", rich_help_panel="Lean"),
]
Bundle = Annotated[
    Path | None,
    typer.Option(help="Write the Lean proofs to this folder as a Lake project.", rich_help_panel="Lean"),
]

# The output.
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.", rich_help_panel="Output")]
Page = Annotated[Path | None, to_write("Write an HTML page.")]
Figures = Annotated[Path | None, to_write("Write the tables into this Markdown file.")]
Keep = Annotated[Path | None, typer.Option(help="File or folder for partial results; a later run continues from it.")]

Typeset = Annotated[
    Literal["off", "auto", "require"], typer.Option(help="Use of KaTeX; 'require' fails if it is not available.")
]

# What is drawn.
Seed = Annotated[int, typer.Option(help="Random seed.")]
Bootstrap = Annotated[int, typer.Option("--bootstrap", min=0, help="Resamples per interval.")]

# Process reward models.
Prm = Annotated[
    str,
    typer.Option(
        help="Estimate unsettled steps: none, default, KIND:MODEL or the NAME of a profile.",
        rich_help_panel="Estimates by a model",
    ),
]
Model = Annotated[str, typer.Option(help=f"{MODEL}.")]
Calibration = Annotated[
    Path | None,
    typer.Option(
        help="File that 'verifier calibrate' wrote for this model.",
        rich_help_panel="Estimates by a model",
    ),
]


# Asking models.
MostTokens = Annotated[int | None, typer.Option(min=1, help="Token limit of the run.")]
MostMoney = Annotated[
    float | None, typer.Option(min=0, help="Cost limit of the run; requires price-read and price-written.")
]
PriceRead = Annotated[float, typer.Option(min=0, help="Price of a million input tokens.")]
PriceWritten = Annotated[float, typer.Option(min=0, help="Price of a million output tokens.")]
Concurrency = Annotated[int, typer.Option(min=1, max=512, help="Requests sent at the same time.")]
Seconds = Annotated[float, typer.Option(min=0.1, help="Time limit of a request, in seconds.")]
Attempts = Annotated[int, typer.Option(min=1, max=20, help="Largest number of attempts per request.")]
Answers = Annotated[Path | None, typer.Option(help="File that keeps answers: no request is sent twice.")]


@dataclass(frozen=True, slots=True)
class Setting:
    """A field that a profile or ``--set`` sets, and that has no option. ``low``, ``high``: bounds of a number."""

    help: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, kw_only=True)
class WireOptions:
    """How a model is asked that answers requests: a critic, or a process reward model behind a server.

    ``PROFILE``: the option that may name a profile, a table that sets the fields of this class.
    """

    PANEL: ClassVar = "Estimates by a model"
    PROFILE: ClassVar = "prm"

    prm_url: Annotated[
        str | None,
        typer.Option(help="Server of a critic (a model that grades steps), ending in /v1 (default: $OPENAI_BASE_URL)."),
    ] = None
    prm_budget: MostTokens = None
    device: Annotated[str, Setting("Where a model runs: auto, cpu, cuda.")] = "auto"
    dtype: Annotated[str, Setting("Number type of the model: auto, float32, bfloat16 or float16.")] = "auto"
    votes: Annotated[
        int, Setting("How often a critic judges each chain; the score is the share of votes for right.", 1, 64)
    ] = 1
    token_probabilities: Annotated[
        bool, Setting("Use the token probabilities of the critic's answer as the score.")
    ] = False
    prm_temperature: Annotated[
        float | None,
        Setting("Sampling temperature; -1: the server's default. Default: 0, or 0.7 with 2 or more votes.", -1, 2),
    ] = None
    prm_answer_tokens: Annotated[int, Setting("Token limit of one answer.", 16)] = 8192
    prm_context: Annotated[
        int, Setting("Context length of a model on a server, in tokens; longer chains are split.", 64)
    ] = 4096
    prm_tokenizer: Annotated[str | None, Setting("Tokenizer of a served model: a folder or a name on the hub.")] = None
    prm_most_money: Annotated[
        float | None, Setting("Cost limit of the run; requires price-read and price-written.", 0)
    ] = None
    prm_price_read: Annotated[float, Setting("Price of a million input tokens.", 0)] = 0.0
    prm_price_written: Annotated[float, Setting("Price of a million output tokens.", 0)] = 0.0
    prm_answers: Annotated[Path | None, Setting("File that keeps answers, so that no request is sent twice.")] = None
    prm_offline: Annotated[bool, Setting("Use kept answers only; send no requests.")] = False
    prm_requests: Annotated[Path | None, Setting("Write the requests to this file in OpenAI's batch format.")] = None
    prm_responses: Annotated[tuple[Path, ...], Setting("Files with the responses of a batch.")] = ()
    prm_concurrency: Annotated[int, Setting("Requests sent at the same time.", 1, 512)] = 8
    prm_seconds: Annotated[float, Setting("Time limit of a request, in seconds.", 0.1)] = 300.0
    prm_attempts: Annotated[int, Setting("Largest number of attempts per request.", 1, 20)] = 4

    @property
    def placement(self) -> Placement:
        """Where a model runs, and how one is asked."""
        return Placement(self.device, self.dtype, self.wire)

    @property
    def wire(self) -> Wire:
        """How a model is asked, with paths that mean the same in another process."""
        return Wire(
            url=self.prm_url,
            votes=self.votes,
            token_probabilities=self.token_probabilities,
            temperature=self.prm_temperature,
            answer_tokens=self.prm_answer_tokens,
            context=self.prm_context,
            tokenizer=self.prm_tokenizer,
            budget=self.prm_budget,
            most_money=self.prm_most_money,
            price_read=self.prm_price_read,
            price_written=self.prm_price_written,
            answers=whole(self.prm_answers),
            offline=self.prm_offline,
            requests=whole(self.prm_requests),
            responses=tuple(str(one.absolute()) for one in self.prm_responses),
            concurrency=self.prm_concurrency,
            seconds=self.prm_seconds,
            attempts=self.prm_attempts,
        )


@dataclass(frozen=True, kw_only=True)
class PrmOptions(WireOptions):
    """What estimates steps, where it runs, and how it is calibrated."""

    PANEL: ClassVar = "Estimates by a model"
    PROFILE: ClassVar = "prm"

    prm: Prm = "none"
    calibration: Calibration = None


@dataclass(frozen=True, kw_only=True)
class LessonOptions:
    """Chains that a model learns from, or is calibrated on."""

    PANEL: ClassVar = "What it learns from"

    plant: Annotated[
        tuple[Path, ...], typer.Option(help="Correct chains (JSON Lines) into which to insert errors.")
    ] = ()
    plant_meaning: Annotated[
        tuple[Path, ...], typer.Option(help="Correct chains into which to insert errors of meaning.")
    ] = ()
    answers: Annotated[
        tuple[Path, ...], typer.Option(help="Chains (JSON Lines) without step labels, with a known final answer.")
    ] = ()
    data: Annotated[
        tuple[str, ...],
        typer.Option(help="Labelled chains in any known format, as FILE or FILE*WEIGHT."),
    ] = ()
    bar: Annotated[tuple[Path, ...], typer.Option(help="Exclude problems that occur in these evaluation files.")] = ()
    neutral: Neutral = "positive"
    seed: Seed = 1

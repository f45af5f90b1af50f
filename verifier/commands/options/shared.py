"""Options that several commands take, each declared once, and the groups that always go together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

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


CHAINS = (
    "Chains in any known format (see 'verifier docs formats'), solutions in plain text, folders of such files; - is "
    "standard input."
)
RECORDS = "Records, as 'verifier check --json' prints them; - is standard input."
LABELLED = "Labelled chains, in any format that 'label' reads."
KIND = f"{', '.join(KINDS[:-1])} or {KINDS[-1]}"
MODEL = f"The model: default, or KIND:MODEL, with KIND {KIND}"

# The input.
Chains = Annotated[tuple[str, ...], typer.Argument(metavar="FILE...", help=CHAINS)]
ReadAgain = Annotated[bool, typer.Option("--read-again", help="Also read the texts and run the prover again.")]

Records = Annotated[list[str], typer.Argument(metavar="RECORDS...", help=RECORDS)]
LabelledFiles = Annotated[tuple[str, ...], typer.Argument(help=LABELLED)]
Problem = Annotated[
    str | None,
    typer.Option(
        metavar="TEXT",
        callback=_problem,
        help="The problem that the plain text in FILE answers, or @PATH of a text file that holds it.",
    ),
]
Neutral = Annotated[NeutralRating, typer.Option(help="What a rating of 0 in PRM800K counts as.")]
Reference = Annotated[str | None, typer.Option(help="The reference answer, where it is known.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Only the first so many chains of each file.")]
Sample = Annotated[int | None, typer.Option(min=1, help="At most so many chains of each file, at random.")]

From = Annotated[
    Read | None, typer.Option("--from", metavar="FORMAT", help="The format of the input, where it is not to be told.")
]
Map = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES",
        help="Columns under other names: problem=question,steps=solution,...; problem= for a table without problems.",
    ),
]


SplitInto = Annotated[
    Splitting,
    typer.Option(
        "--split",
        help="How a solution in one text becomes steps: by what belongs together, by Markdown's blocks, lines, "
        "sentences, paragraphs, or at 'Step k' and numbers.",
    ),
]
OfThinking = Annotated[
    Thinking,
    typer.Option(
        "--thinking",
        help="What becomes of what a model thought before it answered, as between <think> tags: a chain of its own, "
        "or left out.",
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
    thinking: OfThinking = "skip"

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
    LeanMode, typer.Option(help="Whether to use Lean; 'require' fails where it cannot be had.", rich_help_panel="Lean")
]
Timeout = Annotated[
    float, typer.Option(min=0.1, help="Seconds after which a chain asks Lean no more.", rich_help_panel="Lean")
]
Certify = Annotated[
    bool,
    typer.Option(
        "--certify", help="Put every decided claim to Lean too, and keep its certificate.", rich_help_panel="Lean"
    ),
]
Bundle = Annotated[
    Path | None,
    typer.Option(
        help="Write the Lean proofs into this folder, as a project that checks itself.", rich_help_panel="Lean"
    ),
]

# The output.
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.", rich_help_panel="Output")]
Page = Annotated[Path | None, to_write("Write one HTML page, too.")]
Figures = Annotated[Path | None, to_write("Write the figures as tables between the marks of this Markdown file.")]
Keep = Annotated[Path | None, typer.Option(help="Keep here what is done; a later run goes on from it.")]

# What is drawn.
Seed = Annotated[int, typer.Option(help="The seed of everything that is drawn.")]
Bootstrap = Annotated[int, typer.Option("--bootstrap", min=0, help="Resampled data sets behind each interval.")]

# Process reward models.
Prm = Annotated[
    str,
    typer.Option(
        help=f"What estimates the steps that are not settled: none, default or KIND:MODEL, with KIND {KIND}.",
        rich_help_panel="Estimates by a model",
    ),
]
Model = Annotated[str, typer.Option(help=f"{MODEL}.")]
Calibration = Annotated[
    Path | None,
    typer.Option(
        help="What 'verifier calibrate' made for this model: estimates mean what it says.",
        rich_help_panel="Estimates by a model",
    ),
]
Device = Annotated[
    str,
    typer.Option(help="Where a model of kind KIND runs: auto, cpu, cuda, ...", rich_help_panel="Estimates by a model"),
]
DType = Annotated[
    str, typer.Option(help="Its numbers: auto, float32, bfloat16 or float16.", rich_help_panel="Estimates by a model")
]


# Asking models.
MostTokens = Annotated[int | None, typer.Option(min=1, help="Most tokens of the run.")]
MostMoney = Annotated[float | None, typer.Option(min=0, help="Most money of the run, by the prices given.")]
PriceRead = Annotated[float, typer.Option(min=0, help="Of a million tokens that are read.")]
PriceWritten = Annotated[float, typer.Option(min=0, help="Of a million tokens that are written.")]
Concurrency = Annotated[int, typer.Option(min=1, max=512, help="Requests under way at once.")]
Seconds = Annotated[float, typer.Option(min=0.1, help="Seconds for one answer.")]
Attempts = Annotated[int, typer.Option(min=1, max=20, help="Of a request, where another may help.")]
Answers = Annotated[Path | None, typer.Option(help="The file that keeps answers; a second run asks nobody for them.")]


@dataclass(frozen=True, kw_only=True)
class WireOptions:
    """How a model is asked that answers requests: a critic, or a process reward model behind a server."""

    PANEL: ClassVar = "Estimates by a model that is asked"

    device: Device = "auto"
    dtype: DType = "auto"
    prm_url: Annotated[
        str | None, typer.Option(help="A critic's server, up to and with /v1; else OPENAI_BASE_URL.")
    ] = None
    votes: Annotated[int, typer.Option(min=1, max=64, help="A critic's votes on each chain: their shares score.")] = 1
    token_probabilities: Annotated[
        bool,
        typer.Option("--token-probabilities", help="Score by those of a critic's number, where the server tells them."),
    ] = False
    prm_temperature: Annotated[
        float | None,
        typer.Option(min=-1, max=2, help="Below 0 it is left to the server; else 0 for one vote, 0.7 for several."),
    ] = None
    prm_answer_tokens: Annotated[int, typer.Option(min=16, help="Most tokens of one answer of a critic.")] = 8192
    prm_context: Annotated[
        int, typer.Option(min=64, help="Tokens that a served model takes; longer chains go in windows.")
    ] = 4096
    prm_tokenizer: Annotated[
        str | None, typer.Option(help="Its tokenizer, a folder or a name on the hub, where it is not at its own name.")
    ] = None
    prm_budget: MostTokens = None
    prm_most_money: MostMoney = None
    prm_price_read: PriceRead = 0.0
    prm_price_written: PriceWritten = 0.0
    prm_answers: Answers = None
    prm_offline: Annotated[bool, typer.Option("--prm-offline", help="Ask nobody: kept answers alone.")] = False
    prm_requests: Annotated[
        Path | None, to_write("Ask nobody: write what a critic would be asked in OpenAI's batch format.")
    ] = None
    prm_responses: Annotated[
        tuple[Path, ...], typer.Option(help="Answers of a batch; may be given several times.")
    ] = ()
    prm_concurrency: Concurrency = 8
    prm_seconds: Seconds = 300.0
    prm_attempts: Attempts = 4

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

    prm: Prm = "none"
    calibration: Calibration = None


PlantMeaning = Annotated[
    tuple[Path, ...],
    typer.Option(help="Right chains, into which errors of meaning are planted, all arithmetic right."),
]


@dataclass(frozen=True, kw_only=True)
class LessonOptions:
    """Chains that a model learns from, or is calibrated on."""

    PANEL: ClassVar = "What it learns from"

    plant: Annotated[
        tuple[Path, ...], typer.Option(help="Right chains (JSON lines), into which errors are planted.")
    ] = ()
    plant_meaning: PlantMeaning = ()
    answers: Annotated[
        tuple[Path, ...], typer.Option(help="Chains (JSON lines) of which only the final answer is known.")
    ] = ()
    data: Annotated[
        tuple[str, ...],
        typer.Option(help="Labelled chains in any format that 'label' reads, as FILE or FILE*WEIGHT."),
    ] = ()
    bar: Annotated[
        tuple[Path, ...], typer.Option(help="Chains that will be measured on: their problems are kept out.")
    ] = ()
    neutral: Neutral = "positive"
    seed: Seed = 1

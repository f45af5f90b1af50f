"""The command that labels data sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.cli.parsing.translations import formal_files, trusted
from verifier.commands.options.labelling import LabelOptions

if TYPE_CHECKING:
    from verifier.labelling.translations import Translations

app = typer.Typer(rich_markup_mode=None)


@app.command(
    epilog=examples(
        "label data.jsonl.gz --out labels.jsonl",
        "label math.parquet --to trl --labels checked --out train.jsonl",
        "label data.csv --map problem=question,steps=solution --out l.jsonl",
        "label data.jsonl.gz --out labels.jsonl --resume",
        "label d.jsonl --out l.jsonl --formal both.jsonl --trust agreeing",
        "label d.jsonl --out l.jsonl --translator NAME --trust agreeing",
    )
)
@taking(LabelOptions)
def label(options: LabelOptions) -> int:
    """Label the steps of a data set and write a data card."""
    from verifier.commands.label import label as run
    from verifier.commands.options.shared import renamed, whole
    from verifier.intake.source import Reading
    from verifier.labelling.outputs.labels import Policy
    from verifier.labelling.run_spec import RunSpec
    from verifier.labelling.running.plan import Chosen, LabellingRun

    shard, shards = _part(options.shard)
    translations = _translations(options)
    by_translations = not translations.nobody or options.translator != "none"
    order = RunSpec(
        options.to or ("parquet" if options.out.suffix == ".parquet" else "jsonl"),
        reading=Reading(
            options.format,
            renamed(options.map),
            options.neutral,
            options.dataset_split,
            options.split,
            options.thinking,
        ),
        policy=Policy(options.labels, options.unknown, options.after_error, options.lucky),
        lean="off" if by_translations and options.lean != "require" else options.lean,
        certify=options.certify,
        timeout=options.timeout,
        prm=options.prm,
        placement=options.placement,
        calibration=whole(options.calibration),
        formal=translations,
    )
    plan = LabellingRun(
        options.data,
        options.out,
        order,
        chosen=Chosen(options.limit, options.seed, shard, shards),
        processes=options.processes,
        max_errors=options.max_errors,
        resume=options.resume,
        overwrite=options.overwrite,
        cached=options.cached,
        keep_repeated=options.keep_repeated,
        license=options.license,
        ray=options.ray,
    )
    if options.translator != "none":
        from verifier.commands.formal.label_live import label_live

        return label_live(plan, options)
    if not translations.nobody:
        from verifier.commands.formal.translated import tell_what_settles

        tell_what_settles(options)
    return run(plan)


def _translations(options: LabelOptions) -> Translations:
    """The translations that are named; inputs that hold formal chains are some of them."""
    from verifier.labelling.translations import Translations

    formal = [*formal_files(*options.data), *options.formal]
    try:
        return Translations.of(formal, options.given, trusted(options))
    except OSError as error:
        message = f"{error.filename}: expected a file that can be read ({error.strerror})"
        raise typer.BadParameter(message) from error


def _part(text: str) -> tuple[int, int]:
    part, slash, parts = text.partition("/")
    if not (slash and part.isdecimal() and parts.isdecimal()):
        raise typer.BadParameter(f"expected --shard as i/n, got {text!r}")
    return int(part), int(parts)

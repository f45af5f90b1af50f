"""Every format by name, and which of them a row is of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from verifier.intake.example import Row
from verifier.intake.formats.chat import CHAT, COMPLETION, SHAREGPT
from verifier.intake.formats.evaluations import INSPECT, LM_EVAL
from verifier.intake.formats.format import Format
from verifier.intake.formats.labelled.benchmarks import MR_BEN, MR_GSM8K, PRMBENCH, PROCESSBENCH
from verifier.intake.formats.labelled.gsm8k import GSM8K
from verifier.intake.formats.labelled.preference import PREFERENCE
from verifier.intake.formats.labelled.prm800k import PRM800K
from verifier.intake.formats.labelled.rlhflow import RLHFLOW
from verifier.intake.formats.labelled.rollouts import APS, SHEPHERD
from verifier.intake.formats.labelled.trl import TRL
from verifier.intake.formats.openai import ANSWER, BATCH
from verifier.intake.formats.plain import FORMAL, NORMAL, PLAIN, RECORDS, TEXT

READERS: Mapping[str, Format] = {
    # In this order a row is tried: what asks for more comes first.
    format.name: format
    for format in (
        FORMAL,
        PRM800K,
        SHEPHERD,
        APS,
        PRMBENCH,
        MR_GSM8K,
        MR_BEN,
        TRL,
        NORMAL,
        PROCESSBENCH,
        RECORDS,
        INSPECT,
        RLHFLOW,
        CHAT,
        SHAREGPT,
        PLAIN,
        GSM8K,
        TEXT,
        COMPLETION,
        PREFERENCE,
        BATCH,
        ANSWER,
        LM_EVAL,
    )
}


def format_of(row: Row) -> Format | None:
    """Return the format that a row is of, None where it is of no known one."""
    return next((format for format in READERS.values() if format.matches(row)), None)


def detected(rows: Sequence[Row]) -> Format | None:
    """Return the format of most of these rows (the first of equals), None where no row is of a known one."""
    found = [format for row in rows if (format := format_of(row)) is not None]
    return max(found, key=found.count, default=None)


def mapped(row: Row, renamed: Mapping[str, str]) -> dict[str, Any]:
    """Return the row with columns under other names: ``renamed`` takes the name that is wanted to the one that is
    there, or to an empty name where nothing is. A column that is not there stays missing."""
    named = {wanted: row[there] for wanted, there in renamed.items() if there in row}
    return {**row, **dict.fromkeys((wanted for wanted, there in renamed.items() if not there), ""), **named}

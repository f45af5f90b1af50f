"""The figures of the benchmark ``exact`` as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from verifier.binomial import lower, upper
from verifier.evaluation.benchmarks.exact import Tally
from verifier.evaluation.marked import put, table

KINDS: Final = (
    "closed equality",
    "closed comparison",
    "identity",
    "equation in letters",
    "inequality in letters",
    "named quantity",
)


def written(path: Path, tallies: Sequence[Tally], command: str) -> None:
    """Put the tables between the marks of ``path``, which is made where it is missing. Raises: OSError, ValueError."""
    put(path, "exact", markdown(tallies, command))


def markdown(tallies: Sequence[Tally], command: str) -> str:
    """Return the tables."""
    lines = [f"Written by `{command}`. Bounds are one-sided, at 95% (Clopper and Pearson, 1934).", ""]
    for title, rows in (
        ("Safety", _safety(tallies)),
        ("First errors, and what checked steps are worth", _worth(tallies)),
        ("Coverage and speed", _coverage(tallies)),
        ("Claims decided of claims read, by kind", _kinds(tallies)),
        ("Findings of the ledger as evidence, by step", _findings(tallies)),
        ("Findings of the ledger as evidence, by chain", _chain_findings(tallies)),
        ("Steps that add nothing, in chains with planted redundancy", _adds(tallies)),
    ):
        found = list(rows)
        if len(found) > 1:
            lines += [f"### {title}", "", *table(found), ""]
    return "\n".join(lines)


def _labels(tally: Tally) -> tuple[str, str]:
    return tally.name, tally.part


def _of(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,}" if whole else "-"


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def _bound(value: float | None) -> str:
    return "-" if value is None else f"{value:.2%}"


def _safety(tallies: Sequence[Tally]) -> Iterator[tuple[str, ...]]:
    yield (
        "file",
        "part",
        "right chains accused",
        "≤",
        "right steps accused",
        "≤",
        "wrong steps approved",
        "≤",
        "alarms",
    )
    for tally in tallies:
        c = tally.counts
        yield (
            *_labels(tally),
            _of(c["right_accused"], c["right_chains"]),
            _bound(upper(c["right_accused"], c["right_chains"])),
            _of(c["steps_accused"], c["right_steps"]),
            _bound(upper(c["steps_accused"], c["right_steps"])),
            _of(c["approved"], c["wrong_steps"]),
            _bound(upper(c["approved"], c["wrong_steps"])),
            f"{c['alarms']:,}",
        )


def _worth(tallies: Sequence[Tally]) -> Iterator[tuple[str, ...]]:
    yield ("file", "part", "first errors named", "share", "accused too early", "checked steps right", "share", "≥")
    for tally in tallies:
        c = tally.counts
        checked = c["right_steps_checked"] + c["wrong_steps_checked"]
        yield (
            *_labels(tally),
            _of(c["named"], c["wrong_chains"]),
            _percent(c["named"], c["wrong_chains"]),
            _of(c["early"], c["wrong_chains"]),
            _of(c["right_steps_checked"], checked),
            _percent(c["right_steps_checked"], checked),
            _bound(lower(c["right_steps_checked"], checked)),
        )


def _coverage(tallies: Sequence[Tally]) -> Iterator[tuple[str, ...]]:
    yield (
        *("file", "part", "chains", "steps", "relations read", "claims decided", "settled correct"),
        *("settled incorrect", "checked", "out of domain", "steps a second"),
    )
    for tally in tallies:
        c = tally.counts
        yield (
            *_labels(tally),
            f"{c['chains']:,}",
            f"{c['steps']:,}",
            _percent(c["read"], c["relations"]),
            _percent(c["decided"], c["claims"]),
            *(_percent(c[key], c["steps"]) for key in ("steps_correct", "steps_incorrect")),
            _percent(c["steps_checked"], c["steps"]),
            f"{c['out_of_domain']:,}",
            f"{c['steps'] / tally.seconds:,.0f}" if tally.seconds else "-",
        )


def _kinds(tallies: Sequence[Tally]) -> Iterator[tuple[str, ...]]:
    yield ("file", "part", *KINDS)
    for tally in tallies:
        yield (*_labels(tally), *(_decided(tally.counts, kind) for kind in KINDS))


def _decided(counts: Counter[str], kind: str) -> str:
    found = {state: counts[f"kind:{kind}:{state}"] for state in ("proved", "refuted", "unknown")}
    whole = sum(found.values())
    return f"{whole - found['unknown']:,} of {whole:,}" if whole else "-"


def _findings(tallies: Sequence[Tally]) -> Iterator[tuple[str, ...]]:
    yield ("finding", "file", "part", "of wrong steps", "of right steps", "likelihood ratio")
    yield from _ratios(tallies, "finding:", "wrong_steps", "right_steps")


def _chain_findings(tallies: Sequence[Tally]) -> Iterator[tuple[str, ...]]:
    yield ("finding", "file", "part", "of wrong chains", "of right chains", "likelihood ratio")
    yield from _ratios(tallies, "chain_finding:", "wrong_ends", "right_ends")


def _ratios(tallies: Iterable[Tally], prefix: str, wrong: str, right: str) -> Iterator[tuple[str, ...]]:
    """Rows for each finding that occurs: how often on either side, and how much more often where something is wrong
    (half a case is added to both, so that none is zero)."""
    known = [tally for tally in tallies if tally.counts[wrong] and tally.counts[right]]
    kinds = sorted({key.split(":")[1] for tally in known for key in tally.counts if key.startswith(prefix)})
    for kind in kinds:
        for tally in known:
            c = tally.counts
            a, b = c[f"{prefix}{kind}:wrong"], c[f"{prefix}{kind}:right"]
            if a or b:
                ratio = (a + 0.5) / (c[wrong] + 1) / ((b + 0.5) / (c[right] + 1))
                yield (kind, *_labels(tally), _of(a, c[wrong]), _of(b, c[right]), f"{ratio:.1f}")


def _adds(tallies: Sequence[Tally]) -> Iterator[tuple[str, ...]]:
    yield ("file", "part", "steps with claims", "add nothing", "share")
    rows: tuple[tuple[str, Callable[[Tally], str]], ...] = (
        ("planted", lambda tally: f"{tally.name}, planted"),
        ("other", lambda tally: f"{tally.name}, other steps"),
    )
    for tally in tallies:
        for kind, title in rows:
            yes, no = tally.counts[f"adds:{kind}:True"], tally.counts[f"adds:{kind}:False"]
            if yes + no:
                yield (title(tally), tally.part, f"{yes + no:,}", f"{no:,}", _percent(no, yes + no))

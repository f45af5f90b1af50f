"""What ``verifier label`` shows: how far it is, and in the end what came of it."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.table import Table

from verifier.intake.bad import Unreadable
from verifier.intake.files.names import inputs
from verifier.intake.files.rows import counted
from verifier.labelling.card import share
from verifier.labelling.hub import skewed
from verifier.labelling.outputs.files import beside
from verifier.labelling.running.batch import Summary, Watch, run
from verifier.labelling.running.journal import JournalRefused
from verifier.labelling.running.plan import LabellingRun, Refused
from verifier.labelling.translations import TranslationsUnavailable
from verifier.labelling.work import RowOutcome
from verifier.outputs import is_stream
from verifier.report.bars import Bar, bar
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, complain, infrastructure, output
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe

TOLD_EVERY = 30.0  # seconds between two lines where there is no terminal
MOST_NAMED = 5  # bad rows that are named at once


def label(plan: LabellingRun) -> int:
    """Label what the plan says, show what came of it, and return the exit status. Raises: SystemExit on an
    interrupt."""
    with output(plan.out), infrastructure() as broken:
        with _shown(plan) as watch:
            status, summary = _tried(plan, watch)
        if summary is not None:
            _show(plan, summary)
            status = max(status, BAD_INPUT if summary.skipped else OK, _alarm(summary))
        return max(status, *broken)
    return max(*broken)


def _tried(plan: LabellingRun, watch: Watch) -> tuple[int, Summary | None]:
    try:
        return OK, run(plan, watch)
    except Refused as error:
        complain(str(error))
        return (INFRASTRUCTURE if error.broken else BAD_INPUT), None
    except (Unreadable, TranslationsUnavailable, ValueError) as error:
        complain(str(error))
        return BAD_INPUT, None
    except JournalRefused as error:
        complain(str(error))
        return INFRASTRUCTURE, None
    except OSError as error:
        kept = "" if _gone(plan) else "; what is done is kept: go on with --resume"
        complain(f"{plan.out}: cannot be written ({error.strerror or error}){kept}")
        return INFRASTRUCTURE, None
    except KeyboardInterrupt:
        complain("stopped" if _gone(plan) else "stopped; what is done is kept: go on with --resume")
        raise


def _gone(plan: LabellingRun) -> bool:
    """Whether nothing is kept of a run that stops: its output is a stream, or cannot be looked at."""
    try:
        return is_stream(plan.out)
    except OSError:
        return True


def _alarm(summary: Summary) -> int:
    """The status that lost rows and contradictions call for."""
    contradictions = summary.card["claims"]["contradictions"]
    if contradictions:
        complain(
            f"ALARM: {contradictions} claims were both proved and refuted, so a checker is broken: please report this"
        )
    if summary.lost:
        complain(
            f"{summary.lost} rows were lost and have no labels (see the list of errors): --resume tries them again"
        )
    return INFRASTRUCTURE if contradictions or summary.lost else OK


def _show(plan: LabellingRun, summary: Summary) -> None:
    console = standard_output()
    if summary.already:
        complain(f"{plan.out} is complete already, and is what this run would give")
    console.print(table(plan, summary))
    for warning in (summary.card.get("drift") or {}).get("warnings", ()):
        complain(warning)
    if plan.order.policy.labels in ("estimated", "soft"):
        for warning in (summary.card.get("estimates") or {}).get("warnings", ()):
            complain(warning)
    for warning in skewed(summary.card):
        complain(warning)
    rows, steps = summary.card["rows"], summary.card["steps"]
    checked = steps["checked"] + steps["estimated_checked"]
    if plan.order.policy.labels == "exact" and checked:
        complain(
            f"in {checked:,} steps that are not settled every claim is proved and something is left unread: "
            "--labels checked labels these as well"
        )
    for name, words in (("bad", "are bad"), ("repeated", "repeat an id")):
        if rows[name]:
            complain(f"{rows[name]} rows {words} and were skipped: see {beside(plan.out, 'errors.jsonl')}")


def table(plan: LabellingRun, summary: Summary) -> Table:
    """Return what came of a run as a table."""
    card = summary.card
    found = Table(title=safe(f"{plan.out}: {plan.order.to}, {plan.order.policy.labels} labels"), title_justify="left")
    found.add_column("rows")
    found.add_column("steps")
    found.add_column("labels")
    found.add_column("claims")
    steps, labels = card["steps"], card["labels"]
    found.add_row(
        _lines(card["rows"], "written", "left_out", "bad", "repeated", "lost")
        + (f"\n{card['lucky_chains']:,} lucky" if "lucky_chains" in card else ""),
        _lines(steps, "steps", "settled_correct", "settled_incorrect", "checked", "estimated", "unjudged"),
        _lines(labels, "positive", "negative", "null"),
        _lines(card["claims"], "claims", "proved", "refuted", "unknown"),
    )
    return found


def _lines(counts: dict[str, int], *names: str) -> str:
    return "\n".join(f"{counts[name]:,} {name.replace('_', ' ')}" for name in names)


@contextmanager
def _shown(plan: LabellingRun) -> Iterator[Watch]:
    """Give the watch that suits where standard error goes: a bar on a terminal, else a line now and then."""
    with bar("label") as shown:
        yield _Shown(plan, shown) if shown.is_seen else _Lines()


class _Running(Watch):
    """Counts what has been done, and how fast."""

    def __init__(self) -> None:
        self.tally: Counter[str] = Counter()
        self.rows, self.named, self._began = 0, 0, time.monotonic()

    def began(self, done: int) -> None:
        """Hear that rows are about to be judged."""
        self._began = time.monotonic()
        if done:
            self.told(f"going on after {done:,} rows that are done")

    def done(self, outcomes: Sequence[RowOutcome]) -> None:
        """Count, and name the first bad rows at once."""
        self.rows += len(outcomes)
        for outcome in outcomes:
            self.tally.update(outcome.tally)
            if outcome.error is not None:
                self.named += 1
                if self.named <= MOST_NAMED:
                    self.told(f"{outcome.where}: {outcome.error}")
                elif self.named == MOST_NAMED + 1:
                    self.told("further bad rows are listed next to the output at the end")

    def told(self, message: str) -> None:
        """Say it, on a line of its own."""
        complain(message)

    @property
    def rate(self) -> str:
        """Steps a second, since this run began."""
        seconds = max(time.monotonic() - self._began, 1e-9)
        return f"{self.tally['steps'] / seconds:,.0f} steps/s"

    @property
    def shares(self) -> str:
        """The running share of settled and of checked steps."""
        t = self.tally
        settled = share(t["settled_correct"] + t["settled_incorrect"], t["steps"]) or 0.0
        return f"{settled:.0%} settled, {share(t['checked'], t['steps']) or 0.0:.0%} checked"


class _Lines(_Running):
    def __init__(self) -> None:
        super().__init__()
        self._last = time.monotonic()

    def done(self, outcomes: Sequence[RowOutcome]) -> None:
        """Count, and say now and then how far it is."""
        super().done(outcomes)
        if time.monotonic() - self._last > TOLD_EVERY:
            self._last = time.monotonic()
            complain(f"{self.rows:,} rows done, {self.rate}, {self.shares}")


class _Shown(_Running):
    def __init__(self, plan: LabellingRun, bar: Bar) -> None:
        super().__init__()
        self._bar, self._plan = bar, plan

    def progress(self, stage: str, part: float) -> None:
        """Show how far an installation is."""
        self._bar.update(f"{stage} {part:.0%}")

    def began(self, done: int) -> None:
        """Begin, and count meanwhile how many rows there are."""
        super().began(done)
        self._bar.update("label", done)
        threading.Thread(target=self._count, daemon=True).start()

    def _count(self) -> None:
        chosen = self._plan.chosen
        counts = [counted(name) for name in inputs(self._plan.names, hub=True)]
        known = [count for count in counts if count is not None]
        if len(known) == len(counts):
            total = sum(known) // chosen.shards
            self._bar.update(total=total if chosen.limit is None else min(total, chosen.limit))

    def done(self, outcomes: Sequence[RowOutcome]) -> None:
        """Count and move the bar."""
        super().done(outcomes)
        self._bar.advance(len(outcomes), f"{self.rate}  {self.shares}")

"""What several rooms of tests share: judged chains built by hand, with verdicts that went through the door."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from support import marks
from support.command_line import Run, run
from support.sizes import sized

from verifier.chain import Chain
from verifier.engines.candidate import Candidate
from verifier.engines.points import PointEngine
from verifier.judging.judgements.judgement import JudgedChain, JudgedClaim, JudgedStep, Settled, Unjudged, Unjudgement
from verifier.kernel.claim import Claim, Standing, relate, suppose
from verifier.kernel.expr import Expr, Head, Int, Sym, node
from verifier.kernel.verdict import Unknown, Verdict, admit

# No deadline: on a busy machine it fails what is right.
settings.register_profile("ci", max_examples=sized(25, 60), deadline=None, suppress_health_check=list(HealthCheck))
settings.register_profile("nightly", max_examples=20_000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return marks.left_out(collection_path, config.getoption("markexpr")) or None


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what -m does not choose
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    marks.mark(items)


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """The scheduler of ``--dist loadgroup``, with the groups of ``support.marks``.

    Its own reads them off ends of test ids that its workers write, which pytest does not let them since 9.2.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Groups(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return marks.group(nodeid)

    return Groups(config, log) if config.getvalue("dist") == "loadgroup" else None


def decide(claim: Claim) -> tuple[Claim, Verdict]:
    """Return what the points engine decides of ``claim``, and the claim with the premises that it used."""
    for found in PointEngine().propose(claim):
        if isinstance(found, Candidate):
            return found.claim, admit(found.claim, found.proof, found.checker)
        return claim, found
    raise AssertionError("the points engine said nothing")


def judged_claim(id: str, step: str, text: str, claim: Claim, **more: Any) -> JudgedClaim:
    """Return ``claim``, read where ``text`` stands in ``step``, decided."""
    decided, verdict = decide(claim)
    start = step.index(text)
    rests_on = tuple(premise.id for premise in decided.premises)
    engine = None if isinstance(verdict, Unknown) else "points"
    span = (start, start + len(text))
    return JudgedClaim(id, text, span, "asserted", decided, verdict, engine, rests_on, **more)


def equation(left: Expr, right: Expr, **more: Any) -> Claim:
    return relate(Head.EQ, left, right, **more)


SIX, SEVEN, X = Int(6), Int(7), Sym("x")
TEXTS = ("So 6 * 7 = 42.", "Then 6 * 7 = 43.", "Expand: (x + 1)^2 = x^2 + 1", "It is easy to see that x = 8, hence.")


@pytest.fixture
def judged() -> JudgedChain:
    """A chain with a step settled correct, two settled incorrect and one unjudged."""
    square, one = node(Head.POW, X, Int(2)), Int(1)
    wrong = equation(node(Head.POW, node(Head.ADD, X, one), Int(2)), node(Head.ADD, square, one)).for_all()
    fact = suppose("p0", Standing.FACT, Head.EQ, X, node(Head.ADD, SEVEN, one))
    product = node(Head.MUL, SIX, SEVEN)
    steps = (
        (Settled(True), [judged_claim("s0c0", TEXTS[0], "6 * 7 = 42", equation(product, Int(42)))], ()),
        (Settled(False), [judged_claim("s1c0", TEXTS[1], "6 * 7 = 43", equation(product, Int(43)))], ()),
        (Settled(False), [judged_claim("s2c0", TEXTS[2], "(x + 1)^2 = x^2 + 1", wrong)], ()),
        (
            Unjudged(Unjudgement.NOT_SETTLED),
            [judged_claim("s3c0", TEXTS[3], "x = 8", equation(X, Int(8), premises=(fact,)))],
            ((0, 22), (30, 36)),
        ),
    )
    return JudgedChain(
        Chain.of("What is six times seven?", TEXTS, "by-hand"),
        tuple(JudgedStep(i, TEXTS[i], kind, tuple(claims), unread) for i, (kind, claims, unread) in enumerate(steps)),
        {"verifier": "0.1.0"},
    )


@pytest.fixture(scope="session")
def real_lean() -> None:
    """Lean is installed and ready, where it can be had: whoever is given this may start one.

    The first worker installs it and the others wait, so that no test's own time is spent on that.
    """
    from verifier.checkers.lean.toolchain.toolchain import ready
    from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable

    with suppress(LeanUnavailable):  # the test says what it is worth without one
        ready()


@pytest.fixture(scope="session")
def judge(real_lean: None) -> Iterator[Callable[[Chain], JudgedChain]]:
    """One judge for the suite, with every engine that this machine has."""
    from verifier.pipeline.judge import Judge

    with Judge(lean="auto") as warm:
        yield warm


@pytest.fixture(scope="session")
def wrong(real_lean: None) -> Iterator[Callable[..., list[str]]]:
    """What recheck finds wrong in records, with checkers that stay warm: Lean starts once and not for every call."""
    from verifier.records.recheck import Checkers, recheck_one

    with Checkers(read_again=True) as checkers:

        def found(*records: Any) -> list[str]:
            told = (one for n, data in enumerate(records, 1) for one in recheck_one(data, checkers, f"record {n}"))
            return [str(one) for one in told if one.wrong]

        yield found


@pytest.fixture
def command(tmp_path: Path) -> Run:
    """Runs the real command in an empty folder: ``command("check", "-", stdin=...)``."""
    return partial(run, tmp_path)

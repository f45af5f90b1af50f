"""The exact reader as a front end: what it writes of chains, and that the middle never decides the opposite of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.sizes import sized

from verifier.chain import Chain
from verifier.judging.decide import formal_judge
from verifier.judging.deciding.translation import JudgedStatement
from verifier.judging.judgements.judgement import State
from verifier.kernel.verdict import Proved, Reason, Refuted
from verifier.language.expressions.spell import spell
from verifier.language.formal_chain import FormalChain, Role, Statement
from verifier.language.lint import lint
from verifier.language.linting.findings import Severity
from verifier.language.places import ShapeError
from verifier.language.read_chain import MAX_TEXT, read_chain
from verifier.language.walk import readings
from verifier.language.write_chain import as_json
from verifier.pipeline.judge import Judge
from verifier.readers.exact.formal.formalize import formalize, read_text
from verifier.readers.exact.formal.further import BENT, CARRIED, RESHAPED, UNSOUND
from verifier.readers.exact.formal.statements import EVERY_ARGUMENT, NO_PREMISE, ROUNDED
from verifier.readers.exact.guards.table import registered

TESTS = Path(__file__).parents[2]


def chains() -> Iterator[Chain]:
    """Yield the golden chains and those of the examples; of the golden ones in the short form each sixth."""
    rows: list[Any] = []
    for path in sorted((TESTS / "golden").glob("*.jsonl")):
        rows += map(json.loads, path.read_text("utf-8").splitlines())
    rows = rows[:: sized(6, 1)]
    examples = (json.loads(path.read_text("utf-8")) for path in sorted((TESTS.parent / "examples").glob("*.json")))
    rows += [row for row in examples if isinstance(row, dict) and "steps" in row]
    for number, row in enumerate(rows):
        yield Chain.of(row.get("problem", ""), row["steps"], f"c{number}")


CHAINS = list(chains())


def statements(formal: FormalChain) -> list[Statement]:
    return [one for _, _, one in formal.statements()]


@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: chain.id)
def test_what_is_written_is_clean_verbatim_and_reads_back(chain: Chain) -> None:
    formal = formalize(chain)
    assert read_chain(as_json(formal)) == formal and formal.by.kind == "reader"
    assert [str(one) for one in lint(formal) if one.severity is Severity.ERROR] == []
    assert all(fact.quote in chain.problem for fact in formal.facts)
    told = {NO_PREMISE, EVERY_ARGUMENT, f":{CARRIED}", f":{RESHAPED}", f":{BENT}", f":{UNSOUND}", ROUNDED}
    codes = {one.code for one in registered()} | {one.partition(" if ")[0].partition(":")[2] for one in told}
    for step, _, statement in formal.statements():
        assert statement.quote in chain.steps[step].text, "quotes are verbatim"
        guards = [*statement.guards, *(guard for one in statement.besides for guard in one.guards)]
        assert {guard.partition(" if ")[0].partition(":")[2] for guard in guards} <= codes
        for said in readings(statement):
            assert said.expr is not None and spell(said.expr) == said.text
        assert all(statement.quote[begin:end].strip("0123456789.") == "" for begin, end in statement.rounded)


@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: chain.id)
def test_what_is_read_in_process_is_what_is_written(chain: Chain) -> None:
    read = read_text(chain)
    assert read_chain(as_json(read.chain)).steps == read.chain.steps


def state_of(statement: JudgedStatement) -> str:
    verdicts = [one.verdict for one in statement.decisions]
    if any(isinstance(one, Refuted) for one in verdicts):
        return "refuted"
    return "proved" if verdicts and all(isinstance(one, Proved) for one in verdicts) else "unknown"


def test_the_middle_decides_what_is_written_as_the_exact_reading_does_or_leaves_it_open() -> None:
    found: Counter[tuple[str, str]] = Counter()
    by = formal_judge()
    with Judge(lean="off") as judge:
        for chain in CHAINS:
            exact = judge(chain)
            judged = by([formalize(chain)], [step.text for step in chain.steps])
            for step, formal, becomes in zip(exact.steps, judged.translations[0].steps, judged.agreed, strict=True):
                claims = [one for one in step.claims if one.run is None]
                pairs = [(a.state, state_of(b)) for a, b in zip(claims, formal.statements, strict=False)]
                told = f"{chain.problem} | {step.text}: {pairs}"
                assert {("proved", "refuted"), ("refuted", "proved")}.isdisjoint(pairs), told
                assert becomes is not State.REFUTED or step.correct is False, told
                assert becomes is not State.PROVED or step.correct is not False, told
                found.update(pairs)
    for verdict in ("proved", "refuted"):
        of = sum(count for (exactly, _), count in found.items() if exactly == verdict)
        assert found[verdict, verdict] > 0.7 * of, "most is decided by either path"


def test_a_statement_carries_guards_other_readings_and_rounded_decimals() -> None:
    formal = formalize(
        "Solve $3x + 5 = 20$ for $x$. Let $f(t) = t^2 + 1$.",
        ["It takes 2 * 3 = 360 minutes.", "Perhaps x = 5 and f(3) = 10, glorbly.", "So 0.33 * 3 = 2 * 0.5."],
    )
    assert [(fact.id, fact.quote, fact.said[0].text) for fact in formal.facts] == [
        ("p.c0", "3x + 5 = 20", "3 * x + 5 == 20")
    ]
    assert [one.text for one in formal.asks] == ["x"]
    assert {name: (one.type.value, one.by_chain) for name, one in formal.variables.items()} == {
        "x": ("undeclared", False),
        "f": ("function", False),
    }
    minutes, *_ = statements(formal)
    assert minutes.said[0].text == "2 * 3 == 360"
    assert "2 * 3 * 60 == 360" in [one.text for other in minutes.alternatives for one in other]
    assert minutes.guards[0] == "prove:reread-converted", "another reading spares, and proves nothing"
    x, value = formal.steps[1].statements[:2]
    assert (x.quote, value.said[0].text) == ("x = 5", "f(3) == 10")
    assert {guard.partition(":")[0] for guard in x.guards} & {"refute", "accuse"}, "perhaps accuses nobody"
    text = formal.steps_text[1]
    assert any("glorbly" in text[begin:end] for begin, end in formal.steps[1].unread)
    rounded = formal.steps[2].statements[0]
    assert [rounded.quote[begin:end] for begin, end in rounded.rounded] == ["0.33", "0.5"]


@pytest.mark.parametrize(
    ("problem", "step", "role", "expr"),
    [
        ("", "Let n = 2k.", Role.DEFINE, "n == 2 * k"),
        ("", "Suppose y = 3.", Role.RECALL, "y == 3"),
        ("", "Is 2 + 3 = 6?", Role.RECALL, "2 + 3 == 6"),
        ("", "It never holds that 2 + 3 = 6.", Role.RECALL, "2 + 3 == 6"),
        (
            "",
            "Expanding, (x + 1)^2 = x^2 + 2x + 1.",
            Role.CLAIM,
            "ForAll(x in Undeclared, (x + 1)**2 == x**2 + 2 * x + 1)",
        ),
        ("", "$y^2 \\ge 0$ for all real $y$.", Role.CLAIM, "ForAll(y in Real, y**2 >= 0)"),
        ("", "So 2/7 = 28.57%.", Role.CLAIM, "2 / 7 * 100 == 28.57"),
        ("", "So 2/3 ≈ 0.67.", Role.CLAIM, "about(2 / 3, 0.67, 2)"),
        ("", "So \\(\\log_2 8 = 3\\).", Role.CLAIM, "log(8, 2) == 3"),
        ("", "So \\(\\alpha = 30 + \\lambda\\).", Role.CLAIM, "alpha == 30 + lambda_"),
    ],
)
def test_a_sentence_becomes_a_statement(problem: str, step: str, role: Role, expr: str | None) -> None:
    first = statements(formalize(problem, [step]))[0]
    assert first.role is role
    said = [one.text for one in first.said]
    assert said == ([] if expr is None else [expr])


@pytest.mark.parametrize(
    ("steps", "besides", "becomes"),
    [
        (
            ["We know that 2x + 3 = 9.", "Subtracting 3 from both sides: 2x = 12."],
            "2 * x == 12",
            State.REFUTED,
        ),
        (["We get \\[ k = 3 \\cdot 14 + 5 \\] \\[ k = 58 \\]"], "3 * 14 + 5 == 58", State.REFUTED),
        (["So $\\log_2 8 = 5$."], "about(log(8, 2), 5, 0)", State.REFUTED),
        (["So $\\sqrt{2} = 1$."], "about(sqrt(2), 1, 0)", State.OPEN),
    ],
)
def test_what_a_step_says_besides_its_equation_refutes_it(steps: list[str], besides: str, becomes: State) -> None:
    formal = formalize("Find it.", steps)
    last = [one for one in statements(formal) if one.role is Role.CLAIM][-1]
    assert last.besides[0].said[0].text == besides
    assert formal_judge()([formal], steps).agreed[-1] is becomes


@pytest.mark.parametrize(
    ("steps", "guard"),
    [
        (
            ["New side length = 9 + x for the first.", "New side length = 9 - x for the second.", "So 4x = 2x."],
            "uses 0.0 1.0 and unproved 1.0",
        ),
        (["y = 2x + 3", "x = 2y + 3", "y = x"], "uses 0.0"),
    ],
)
def test_nothing_is_shown_by_what_was_said_of_a_letter_in_another_meaning(steps: list[str], guard: str) -> None:
    formal = formalize("Find it.", steps)
    assert {f"{action}:two-meanings if {guard}" for action in ("prove", "refute")} <= set(statements(formal)[-1].guards)
    with Judge(lean="off") as judge:
        last = judge(Chain.of("Find it.", steps)).steps[-1]
    assert last.correct is None and last.claims[0].reason is Reason.AMBIGUOUS


def test_letters_have_two_meanings_where_the_second_is_not_proved_to_be_the_first() -> None:
    said = formalize("Find n.", ["So $n = 4$.", "Let $n = 7$.", "Then $n + 1 = 5$."]).steps[2].statements[0]
    assert "decide:two-meanings if guarded 1.0" in said.guards


def test_what_says_more_than_its_formula_is_told_and_not_approved() -> None:
    chain = Chain.of("A box has 4 rows of 7 eggs.", ["It has 4 + 7 = 11."])
    formal = formalize(chain)
    assert statements(formal)[-1].role is Role.UNSAID and "names-more" in statements(formal)[-1].reason
    assert formal_judge()([formal]).agreed == (State.OPEN,)


def test_text_in_another_language_is_left_unread() -> None:
    step = "Also ist zwei plus drei gleich fünf, das heißt 2 + 3 = 5, wie wir schon wissen."
    [read] = formalize("Wie viel ist zwei plus drei, und was wissen wir darüber?", [step]).steps
    assert read.statements == () and read.unread == ((0, len(step)),)


def test_texts_that_a_formal_chain_may_not_hold_are_refused() -> None:
    with pytest.raises(ShapeError):
        formalize("x" * (MAX_TEXT + 1), ["So 2 + 3 = 5."])


def test_another_reading_spares_a_chain_that_is_decided_without_the_reader_too() -> None:
    for step, becomes in (("So 3√8 = 2.", State.OPEN), ("So 3√8 = 5.", State.REFUTED)):
        assert formal_judge()([formalize("Find it.", [step])], [step]).agreed == (becomes,)


def test_a_function_with_more_letters_than_a_chain_may_hold_is_a_letter_of_it() -> None:
    names = [f"{letter}_{{{number}}}" for number in range(30) for letter in "abcdghkmnpqrstuvwyz"]
    problem = f"Let $f(x) = {' + '.join(names[:60])} + x$. Find $f(3)$."
    steps = [f"So ${name} = 1$." for name in names[100:490]] + ["So $f(3) = 10$.", "2 + 2 = 5"]
    read = read_text(Chain.of(problem, steps))
    assert "f" not in read.chain.variables and read.chain.steps[-1].statements[0].said[0].text == "2 + 2 == 5"
    with Judge(lean="off") as judge:
        assert judge(Chain.of(problem, steps)).steps[-1].correct is False

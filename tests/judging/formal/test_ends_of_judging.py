"""Small parts of formal judging, each at its ends: counts, settings, sources, words of a record, what is compared."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from support.judged_statements import claim, judged, statement, states

import verifier
from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.walk import Walk
from verifier.checkers.lean.toolchain.cache import cache_root
from verifier.judging.agreeing.agreement import Together, asked, compared, covered, same_answers
from verifier.judging.agreeing.counts import MOST, Count, Side
from verifier.judging.agreeing.judge import FormalJudge
from verifier.judging.decide import formal_judge
from verifier.judging.translations.sources import ROOMS, checks
from verifier.kernel.claim import Claim, relate
from verifier.kernel.expr import Expr, Head, Int, Letter, Type
from verifier.kernel.verdict import Certificate, CheckFailed, Proof, Shows
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain
from verifier.pipeline.settings import TranslationSettings, default_file
from verifier.pipeline.verify import verify_formal
from verifier.records.codec import certificate_to_json
from verifier.records.recheck import recheck
from verifier.records.record import record as formal_record

NAMES = ("x", "y", "z")
SCOPE = Scope({name: Declared(Type.REAL) for name in NAMES} | {"p": Declared(Type.BOOL)})


def said(text: str) -> Expr:
    return formula(text, SCOPE)


@pytest.mark.parametrize(
    ("cases", "agreed"),
    [(1, 2), (0, 1), (-1, -1), (3, -1), (MOST + 1, 1), (True, 1), (1, True), (2.0, 1), (2, 1.0), ("2", 1), (None, 0)],
)
def test_counts_are_whole_and_fit_each_other(cases: Any, agreed: Any) -> None:
    with pytest.raises(ValueError, match="expected counts with"):
        Count(cases, agreed)


def test_counts_may_be_as_large_as_told() -> None:
    assert (Count(0, 0).bound, Count(MOST, MOST).bound > 0.999, Count(1, 0).bound) == (0.0, True, 0.0)
    assert 0.70 < Count(100, 80).bound < 0.80 and round(Count(100, 80).bound, 4) == Count(100, 80).bound


@pytest.mark.parametrize(
    ("steps", "chains", "fits"),
    [
        ((9, 9), (3, 3), True),
        ((9, 7), (3, 2), True),
        ((9, 7), (9, 7), True),
        ((9, 7), (3, 1), True),
        ((2, 2), (3, 2), False),
        ((9, 1), (9, 2), False),
        ((9, 8), (3, 1), False),
        ((9, 9), (3, 2), False),
        ((9, 8), (3, 3), False),
    ],
)
def test_chains_fit_the_steps_that_they_have(steps: tuple[int, int], chains: tuple[int, int], fits: bool) -> None:
    if fits:
        side = Side(Count(*steps), Count(*chains))
        assert side.bound == Count(*chains).bound and Side.of_json(side.to_json()) == side
        return
    with pytest.raises(ValueError, match="that fit those of steps"):
        Side(Count(*steps), Count(*chains))


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"cases": 2, "agreed": 1},
        {"cases": 2, "agreed": 1, "at_least": 0.5},
        {"cases": 1, "agreed": 0, "at_least": False},
        {**Count(2, 1).to_json(), "more": 1},
    ],
)
def test_counts_that_were_edited_are_none(data: Any) -> None:
    good = Count(2, 1).to_json()
    assert Count.of_json(good) == Count(2, 1)
    with pytest.raises(ValueError):
        Count.of_json(data)
    for side in (data, {"steps": data, "chains": good}, {"steps": good, "chains": data}):
        with pytest.raises(ValueError):
            Side.of_json(side)


def test_what_models_answered_is_kept_in_the_cache_if_nothing_else_is_said(tmp_path: Path) -> None:
    assert default_file().parent == cache_root() and default_file().name == "translations.sqlite"
    live = TranslationSettings(translator="openai:m").live
    assert live is not None and live.answers == default_file()
    own = TranslationSettings(
        translator="openai:m",
        translator_answers=tmp_path / "a",
        translator_url="http://localhost",
        translator_samples=3,
        translator_budget=9,
        translator_offline=True,
    ).live
    assert own is not None and own.answers == tmp_path / "a"
    assert (own.spec, own.url, own.samples, own.budget, own.offline) == ("openai:m", "http://localhost", 3, 9, True)
    assert TranslationSettings().live is None


def test_settings_are_keys_and_say_what_they_are_of() -> None:
    one = TranslationSettings(readings=Path("a.jsonl"), given=["b", Path("c")], trust="agreeing", trust_at=0.5)
    told = {"readings": ("a.jsonl",), "given": ("b", "c"), "trust": "agreeing", "trust_at": 0.5}
    assert one.of_files == told and hash(one) and not one.nobody
    assert TranslationSettings().nobody and not TranslationSettings(given="b").nobody
    assert not TranslationSettings(readings="a").nobody and not TranslationSettings(translator="hf:x").nobody


def test_the_digest_of_sources_is_of_every_room_but_lean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def digest() -> str:
        return checks.__wrapped__()

    monkeypatch.setattr(verifier, "__file__", str(tmp_path / "__init__.py"))
    assert digest() == hashlib.sha256().hexdigest()[:16]
    found = {digest()}
    for room in (*ROOMS, "checkers/formulas", "language/inner"):
        (tmp_path / room).mkdir(parents=True, exist_ok=True)
        for name, text in (("a.py", "1"), ("b.py", "1"), ("b.py", "2")):
            (tmp_path / room / name).write_text(text, "utf-8")
            assert digest() not in found
            found.add(digest())
    before = digest()
    for name in ("checkers/lean/a.py", "checkers/lean/inner/a.py", "readers/a.py", "kernel/a.txt", "a.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1", "utf-8")
        assert digest() == before
    inner = hashlib.sha256(b"checkers/formulas/a.py\x001\x00").hexdigest()
    assert len(before) == 16 and before != inner


FACTS = ["x == 3", "y*y == 4"]


def test_a_record_says_of_each_decision_what_was_asked_and_what_was_found() -> None:
    names = {name: {"type": "real", "means": name} for name in ("x", "y")}
    quotes = ("x is 3", "y times y is 4")
    facts = [{"id": f"p{i}", "kind": "given", "quote": quotes[i], "expr": text} for i, text in enumerate(FACTS)]
    steps = [[{**claim(text), "quote": "So"}] for text in ("x + 1 == 4", "x == 4", "y == 2", "1/(x - 3) == 1")]
    data = {"formal": 1, "id": "c", "vars": names, "facts": facts, "asks": [], "steps": steps}
    texts = {"problem": "Here x is 3, and y times y is 4.", "steps_text": ["So 4.", "So 4.", "So 2.", "So 4."]}
    [found] = verify_formal([], given=[read_chain({**data, **texts})])
    record = formal_record(found)
    [told] = record["translations"]
    rows = [one for step in told["steps"] for one in step["decisions"]]
    assert [(one["id"], one["verdict"], one["reason"], one["rests_on"]) for one in rows] == [
        ("s0.0.0", "proved", None, ["p0"]),
        ("s1.0.0", "refuted", None, ["p0"]),
        ("s2.0.0", "independent", None, ["p0", "p1", "s0.0.0"]),
        ("s3.0.0", "unknown", "SIDE_CONDITION", []),
    ]
    assert [one["claim"] for one in rows] == ["x + 1 == 4", "x == 4", "y == 2", "1 / (x - 3) == 1"]
    assert [one["text"] for one in rows] == ["x + 1 == 4", "x == 4", "y == 2", "1/(x - 3) == 1"]
    assert [one["certificate"] is None for one in rows] == [False, False, False, True]
    assert len({one["asked"] for one in rows}) == 4 and rows[3]["detail"] == "a side is not defined"
    assert rows[0]["model_facts"] == []
    certificate = rows[0]["certificate"]
    assert certificate["claim"]["premises"] == [{"id": "p0", "standing": "fact", "formula": "x == 3"}]
    assert certificate["claim"]["types"] == {"x": "real"} and certificate["claim"]["rounded"] == []
    assert certificate["proof"]["checker"] == "structure" and certificate["proof"]["shows"] == "true"
    assert [(step["state"], step["whole"]) for step in told["steps"]][:2] == [("proved", True), ("refuted", True)]
    admitted = [one.certificate for one in recheck([record]) if one.certificate is not None]
    assert [certificate_to_json(one) for one in admitted] == [one["certificate"] for one in rows[:3]]


def test_a_statement_that_spells_no_formula_is_out_of_scope_in_every_role() -> None:
    for role in ("claim", "define", "recall"):
        found = judged(["x == 3"], [statement(role, "x + 1"), statement(role, "y == 2*x")])
        first, second = found.translations[0].steps[0].statements
        assert [one.verdict.reason.value for one in first.decisions] == ["OUT_OF_SCOPE"]  # type: ignore[union-attr]
        assert bool(second.decisions) is (role != "define")


@pytest.mark.parametrize(
    ("of", "expected"), [(None, "refuted"), (0, "open"), (1, "refuted"), (2, "refuted"), (7, "refuted")]
)
def test_only_what_an_earlier_step_said_is_taken_back(of: int | None, expected: str) -> None:
    more = {} if of is None else {"of": of}
    found = judged(["x == 3"], [claim("x == 4")], [claim("2 < 3"), statement("retract", **more)], [claim("1 < 2")])
    assert states(found) == [expected, "proved", "proved"]


def chain(asks: list[str], facts: list[str] = FACTS) -> FormalChain:
    given = [{"id": f"p{i}", "kind": "given", "quote": "", "expr": text} for i, text in enumerate(facts)]
    names = {name: {"type": "real", "means": name} for name in NAMES} | {"p": {"type": "bool", "means": "p"}}
    return read_chain({"formal": 1, "id": "c", "vars": names, "facts": given, "asks": asks, "steps": [[]]})


@pytest.mark.parametrize(
    ("asks", "expected"),
    [
        ([], None),
        (["x"], (Fraction(3),)),
        (["x + 1", "x < 2"], (Fraction(4), False)),
        (["x", "y"], None),
        (["1/0"], None),
        (["1/0 == 1"], None),
        (["x", "nobody + 1"], None),
        (["nobody + 1", "x"], None),
    ],
)
def test_what_is_asked_is_told_where_values_tell_all_of_it(asks: list[str], expected: Any) -> None:
    assert asked(chain(asks), {"x": Fraction(3)}) == expected


def test_answers_are_the_same_where_none_differs() -> None:
    answers = [asked(chain(["x"]), values) for values in ({"x": Fraction(3)}, {"x": Fraction(4)}, {})]
    for held, same in (([0, 0], True), ([0, 1], False), ([0, 2], True), ([2, 2], True), ([0, 2, 1], False)):
        assert same_answers(answers[i] for i in held) is same


def test_one_translation_alone_shows_nothing_to_be_unjustified() -> None:
    facts = ["x == 3", "y**2 == 4"]
    first = formal_judge()([chain(["x"], facts)]).translations[0]
    assert Together([first], FormalJudge).unjustified(["So."]) == [False]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("x == 4", "x == 4", True),
        ("x == 4", "4 == x", True),
        ("x == 4", "y == 4", True),
        ("x == 4", "x == 5", False),
        ("x == 4", "x != 4", False),
        ("x != 4", "4 != x", True),
        ("x == 4", "x + 1 == 5", True),
        ("x == 4", "2*x == 8", False),
        ("x == 4", "z == 8", False),
        ("x == 4", "3 == 4", True),
        ("x + 1 == 5", "3 == 4", False),
        ("x < 4", "4 > x", True),
        ("x <= 4", "x < 4", True),
        ("x >= 4", "4 <= x", True),
        ("x < 4", "x > 4", False),
        ("x < 4", "4 < x", False),
        ("x < 4", "x < 5", False),
        ("x < 4", "x == 4", False),
        ("x < x", "x > x", True),
    ],
)
def test_two_formulas_compare_the_same_where_relation_and_numbers_are_the_same_or_as_far_apart(
    one: str, other: str, same: bool
) -> None:
    values = {"x": Fraction(3), "y": Fraction(3), "z": Fraction(7)}
    first, second = (compared(said(text), values) for text in (one, other))
    assert first and second and first.isdisjoint(second) is not same


@pytest.mark.parametrize("text", ["p", "True", "x == 3 and x == 3", "is_int(x)", "x == z", "1/0 == x", "x < 1/0"])
def test_what_is_no_comparison_of_known_numbers_compares_nothing(text: str) -> None:
    assert compared(said(text), {"x": Fraction(3), "y": Fraction(3)}) == frozenset()


@pytest.mark.parametrize(
    ("quote", "places"), [("ab", {0, 1}), ("bc", {1, 2}), ("abcd", {0, 1, 2, 3}), ("x", {0, 1, 2, 3}), ("", set())]
)
def test_a_quote_covers_its_words_and_one_that_is_not_there_covers_all(quote: str, places: set[int]) -> None:
    assert covered(quote, "abcd") == places


def test_a_proof_says_with_which_toolchain_its_leaves_were_checked() -> None:
    leaf = relate(Head.EQ, Int(1), Int(1))
    walk = Walk(Claim(said("x == x"), (Letter("x", Type.REAL),)), checker_of)
    for toolchain, known in (("", ""), ("Lean 4", "Lean 4"), ("", "Lean 4"), ("Lean 5", "Lean 5")):
        proof = Proof("evaluate", Shows.TRUE)
        walk._note(Certificate(leaf, proof, "1", toolchain, (f"axiom {toolchain}",)), True, True)
        assert walk.toolchain == known
    assert walk.leaves == ["evaluate"] * 4 and list(walk.axioms) == ["axiom ", "axiom Lean 4", "axiom Lean 5"]
    for notes, conditions in (({"as_rounded": True}, ()), ({}, ("x ≠ 0",))):
        made = Certificate(leaf, Proof("evaluate", Shows.TRUE), "1", "", (), conditions, notes)
        with pytest.raises(CheckFailed):
            walk._note(made, False, False)
        walk._note(made, bool(notes), bool(conditions))
    assert walk.rounded and list(walk.conditions) == ["x ≠ 0"]

"""Every option is declared once, and what it may be is what the registries hold."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, get_args

import pytest
import typer
from typer.testing import CliRunner

import verifier
from verifier.auditing.choices import FORM_NAMES, SUBJECT_NAMES
from verifier.auditing.forms import FORMS
from verifier.auditing.sources import SUBJECTS
from verifier.cli.parsing.taking import taking
from verifier.commands.options import labelling
from verifier.commands.options.judging import CheckOptions, PairsOf
from verifier.intake.formats.names import READ
from verifier.intake.formats.registry import READERS
from verifier.judging.estimates.aggregate import AGGREGATIONS
from verifier.labelling.outputs.labels import AfterError, Meaning, Missing
from verifier.labelling.outputs.names import WRITTEN
from verifier.labelling.outputs.writers import WRITERS
from verifier.repairing.supervision import Of
from verifier.report.ci.formats import CiFormat
from verifier.report.ci.reports import REPORTS
from verifier.search.choices import POLICIES, Rule
from verifier.search.choose import policy_of
from verifier.search.policies.policy import PolicyUnavailable

HOUSE = Path(verifier.__file__).parent
PLACES = sorted([*HOUSE.glob("cli/*.py"), *HOUSE.glob("commands/options/*.py")])


@pytest.mark.parametrize(
    ("names", "registry"),
    [
        (READ, READERS),
        (WRITTEN, WRITERS),
        (get_args(CiFormat), REPORTS),
        (SUBJECT_NAMES, SUBJECTS),
        (FORM_NAMES, FORMS),
        (get_args(labelling.Labels), get_args(Meaning)),
        (get_args(labelling.Missing), get_args(Missing)),
        (get_args(labelling.AfterError), get_args(AfterError)),
        (get_args(PairsOf), get_args(Of)),
    ],
)
def test_the_names_that_an_option_offers_are_those_of_the_registry(names: tuple[str, ...], registry: object) -> None:
    assert sorted(names) == sorted(registry)  # type: ignore[call-overload]


def test_the_names_of_readers_stand_in_the_order_in_which_a_row_is_tried() -> None:
    assert tuple(READERS) == READ


def test_every_rule_of_a_search_puts_values_together() -> None:
    assert set(get_args(Rule)) <= set(AGGREGATIONS)


OPENED_ELSEWHERE = ("qwen2.5", "local")
"""The policies that fetch or load a model when they are made: tests/search opens them."""


@pytest.mark.parametrize("policy", [one for one in POLICIES if not one.startswith(OPENED_ELSEWHERE)])
def test_a_policy_that_is_offered_is_known(policy: str) -> None:
    kind, colon, _ = policy.partition(":")
    try:
        policy_of(f"{kind}{colon}{'http://localhost:1/v1#x' if '#' in policy else 'absent' * bool(colon)}")
    except (PolicyUnavailable, OSError) as error:
        assert "expected a policy as" not in str(error)


def test_no_option_is_declared_twice() -> None:
    declared = Counter(declaration for place in PLACES for declaration in declarations(ast.parse(place.read_text())))
    assert [declaration for declaration, count in declared.items() if count > 1] == []
    twice = ast.parse('a: Annotated[int, typer.Option(help="x")] = 1\nb: Annotated[int, typer.Option(help="x")] = 2')
    assert len(set(declarations(twice))) == 1


def declarations(tree: ast.Module) -> list[str]:
    """Every option that is declared in a module, as its source."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args + node.keywords]
    return [ast.unparse(call) for call in calls if ast.unparse(call.func) in ("typer.Option", "to_write")]


def test_records_are_printed_where_they_are_asked_for_in_either_way() -> None:
    assert CheckOptions(files=("-",), json=True).as_json and CheckOptions(files=("-",), format="json").as_json
    assert not CheckOptions(files=("-",)).as_json


@dataclass(frozen=True, kw_only=True)
class Group:
    """Options that several commands share."""

    depth: Annotated[int, typer.Option(min=1)] = 2


@dataclass(frozen=True, kw_only=True)
class Everything(Group):
    """One of each kind of option."""

    file: Annotated[str, typer.Argument()]
    colour: Annotated[Literal["red", "light-blue"], typer.Option()] = "red"
    maybe: Annotated[Literal["yes"] | None, typer.Option()] = None
    many: Annotated[tuple[Literal["a", "b"], ...], typer.Option()] = ()
    paths: Annotated[tuple[Path, ...], typer.Option()] = ()


def taken(*words: str) -> tuple[int, list[Everything]]:
    """The exit status of a command, and the options that it got."""
    got: list[Everything] = []
    app = typer.Typer()

    @app.command()
    @taking(Everything)
    def command(options: Everything) -> int:
        """Do nothing."""
        got.append(options)
        return 3

    return CliRunner().invoke(app, words).exit_code, got


def test_a_command_gets_its_options_as_a_dataclass_of_plain_values() -> None:
    assert taken("x") == (3, [Everything(file="x")])
    words = (
        "x",
        "--colour",
        "light-blue",
        "--maybe",
        "yes",
        "--many",
        "b",
        "--many",
        "a",
        "--paths",
        "p",
        "--depth",
        "4",
    )
    status, (options,) = taken(*words)
    assert status == 3
    assert options == Everything(
        file="x", colour="light-blue", maybe="yes", many=("b", "a"), paths=(Path("p"),), depth=4
    )
    assert type(options.colour) is type(options.many[0]) is str


@pytest.mark.parametrize("words", [(), ("x", "--colour", "green"), ("x", "--many", "c"), ("x", "--depth", "0")])
def test_what_an_option_may_not_be_is_refused(words: tuple[str, ...]) -> None:
    assert taken(*words) == (2, [])


def test_own_options_stand_before_shared_ones() -> None:
    command = taking(Everything)(lambda options: 0)
    assert list(inspect.signature(command).parameters) == [
        *("file", "colour", "maybe", "many", "paths", "depth", "help_all")
    ]

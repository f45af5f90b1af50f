"""The page of the formal language: its tables are whole, what it writes is read, what it calls refused is refused."""

from __future__ import annotations

import re

import pytest
from support.documentation import DOCS, Page, spans, values

from verifier.kernel.expr import Type
from verifier.language.expressions import scan
from verifier.language.expressions.errors import LanguageError
from verifier.language.expressions.functions import BINDERS, FUNCTIONS, OLDER, OLDER_TYPES, SPECIAL, TYPES, Sort
from verifier.language.expressions.parse import formula, parse
from verifier.language.expressions.scope import SORTS, Declared, Scope
from verifier.language.expressions.spell import spell
from verifier.language.formal_chain import FactKind, FormalChain, Role
from verifier.language.lint import lint
from verifier.language.read_chain import read_chain

PAGE = Page("language.md", DOCS / "language.md")
KNOWN = {*FUNCTIONS, *BINDERS, *SPECIAL, *TYPES, *OLDER, *OLDER_TYPES, *scan.SPOKEN, "pi", "e", "I", "deg", "oo"}
SPECIAL_NAMES = {
    **dict.fromkeys("pqr", Declared(Type.BOOL)),
    **dict.fromkeys("ABuv", Declared(Type.MATRIX)),
    **dict.fromkeys("ST", Declared(Type.SET)),
    **dict.fromkeys("fg", Declared(Type.FUNCTION, (Type.REAL,))),
    "P": Declared(Type.POINT),
}
"""The names of the tables that are no numbers, as the page says."""


def names(text: str) -> Scope:
    """The names of a table's expression: as the page says, and the others are numbers."""
    found = {name for name in re.findall(r"[A-Za-z_]\w*", text) if name not in KNOWN}
    return Scope({name: SPECIAL_NAMES.get(name, Declared(Type.REAL)) for name in sorted(found)})


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a header line that begins so."""
    lines = iter(PAGE.text.splitlines())
    assert any(line.startswith(heading) for line in lines), heading
    next(lines)
    found = []
    for line in lines:
        if not line.startswith("|"):
            break
        cells = line.replace("\\|", "\0").strip().strip("|").split("|")
        found.append([cell.replace("\0", "|").strip() for cell in cells])
    return found


def column(heading: str, index: int) -> list[str]:
    return [span for row in rows(heading) for span in spans(row[index])]


EXAMPLES = column("| sign | defined", 3) + column("| call | defined", 3)
PAIRS = column("| the text | write", 1)
WRONG = [(row[0], part) for row in rows("| the text | write") for part in re.split("[;,] ?(?=`)", row[2])]
REFUSED = column("| refused | write", 0)
INSTEAD = [span for row in rows("| refused | write") for span in spans(row[1]) if span not in ("1,234", "x in NonNeg")]


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_of_the_tables_is_a_formula_and_survives_printing(text: str) -> None:
    found = formula(text, names(text))
    assert formula(spell(found), names(text)) == found


@pytest.mark.parametrize("text", PAIRS)
def test_what_the_page_tells_to_write_is_a_formula(text: str) -> None:
    formula(text, names(text))


@pytest.mark.parametrize(("row", "part"), WRONG)
def test_what_the_page_tells_not_to_write_is_refused_where_it_says_so_and_read_elsewhere(row: str, part: str) -> None:
    (text,) = spans(part)
    if "(refused)" in part:
        with pytest.raises(LanguageError):
            parse(text, names(text))
    else:
        parse(text, names(text))


@pytest.mark.parametrize("text", REFUSED)
def test_what_the_page_calls_refused_is_refused(text: str) -> None:
    with pytest.raises(LanguageError):
        parse(text, names(text))


@pytest.mark.parametrize("text", INSTEAD)
def test_what_stands_beside_it_is_read(text: str) -> None:
    parse(text, names(text))


def test_the_tables_hold_every_function_with_its_arguments_in_order() -> None:
    calls = column("| call | defined", 0)
    shapes = {*(signature.shape for signature in FUNCTIONS.values()), "len(S)", 'numeral("1011", 2)'}
    shapes |= {shape for told in BINDERS.values() for shape in told.split(" or ")}
    shapes |= {SPECIAL["Matrix"], SPECIAL["Vector"]}
    assert shapes - set(calls) == set()
    assert {call.partition("(")[0] for call in calls} == {*FUNCTIONS, *BINDERS, *SPECIAL}


def test_each_function_has_an_example_of_its_own() -> None:
    for row in rows("| call | defined"):
        (name, *_) = {span.partition("(")[0] for span in spans(row[0])}
        assert f"{name}(" in row[3], name


@pytest.mark.parametrize(
    "sign", ["+", "-", "*", "/", "//", "%", "**", "==", "!=", "<", "<=", ">", ">=", "|", "&", "in"]
)
def test_the_tables_hold_every_sign(sign: str) -> None:
    for heading in ("| from weakest", "| sign | defined"):
        assert any(f" {sign} " in f" {span.replace('**', ' ** ')} " for span in column(heading, 0)), heading


def test_the_page_names_every_type_role_and_kind_of_fact() -> None:
    marked = set(spans(PAGE.prose()))
    assert {*TYPES, *(str(one.value) for kind in (Type, Role, FactKind) for one in kind)} - marked == set()


def test_the_page_tells_the_bounds() -> None:
    (line,) = (line for line in PAGE.text.splitlines() if line.startswith("Bounds: "))
    bounds = (scan.MAX_TEXT, scan.MAX_BRACKETS, scan.MAX_DIGITS, scan.MAX_PREFIXES, scan.MAX_POWERS, 120, 4000)
    assert [int(number) for number in re.findall(r"\d+", line)] == list(bounds)


# The chains of the page

CHAINS = [read_chain(chain) for block in PAGE.blocks("json") for chain in values(block)]


@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: str(chain.id))
def test_the_chains_of_the_page_are_read_whole_and_the_linter_finds_nothing(chain: FormalChain) -> None:
    assert not chain.older and len(chain.steps) == len(chain.steps_text) > 1
    assert [str(finding) for finding in lint(chain)] == []


@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: str(chain.id))
def test_their_facts_and_statements_are_formulas_and_their_answers_values(chain: FormalChain) -> None:
    asked = [one.sort for one in chain.asks]
    assert {one.sort for fact in chain.facts for one in fact.said} == {Sort.FORMULA}
    for _, _, told in chain.statements():
        wanted = asked if told.role is Role.ANSWER else [Sort.FORMULA] * len(told.said)
        assert wanted and [one.sort for one in told.said] == wanted


@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: str(chain.id))
def test_their_quotes_stand_in_the_text_and_hold_every_number_of_it(chain: FormalChain) -> None:
    assert [fact.quote for fact in chain.facts if fact.quote not in chain.problem] == []
    for text, step in zip(chain.steps_text, chain.steps, strict=True):
        quoted = [(text.index(told.quote), len(told.quote)) for told in step.statements]
        for found in re.finditer(r"\d+", text):
            assert any(at <= found.start() < at + size for at, size in quoted), found[0]


def test_the_three_chains_show_the_roles_that_most_chains_need() -> None:
    roles = {told.role for chain in CHAINS for _, _, told in chain.statements()}
    assert [chain.id for chain in CHAINS] == ["bakery", "lost", "even"]
    assert roles == {Role.CLAIM, Role.DEFINE, Role.SUPPOSE, Role.ANSWER, Role.RECALL}


def test_the_page_names_every_field_of_the_format() -> None:
    marked = set(spans(PAGE.text))
    fields = set(re.findall(r'"([a-z_]+)"', PAGE.text.split("## 8 ")[1])) | marked
    wanted = {"formal", "id", "by", "problem", "steps_text", "vars", "facts", "asks", "steps", "statements", "unread"}
    wanted |= {"role", "quote", "expr", "until", "of", "alternatives", "besides", "guards", "rounded", "reason"}
    assert wanted | {"means", "unit", "args", "prompt", "temperature", "sample", "kind", "name"} <= fields


def test_names_that_are_no_numbers_are_of_the_sort_the_page_tells() -> None:
    (line,) = (line for line in PAGE.text.splitlines() if line.startswith("In these tables "))
    assert "`p q r` are formulas, `A B u v` matrices or vectors, `P` a point, `S T` sets, `f g` functions" in line
    assert [SORTS[SPECIAL_NAMES[name].type] for name in "pAPS"] == [Sort.FORMULA, Sort.MATRIX, Sort.LIST, Sort.SET]

"""What people are shown of the translations of a chain: their statements as claims at the words that they quote, what
they say of the problem, and by which reading a step is settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from verifier.intake.bad import BadInput
from verifier.judging.judgements.judgement import FOUND, FormalFinding, Reading, State, Unjudgement
from verifier.judging.judgements.reasons import MEANING, WORD
from verifier.kernel.verdict import Reason
from verifier.language.formal_chain import FormalChain, Role, Spelled
from verifier.language.linting.findings import Bars
from verifier.language.linting.quotes import Text
from verifier.language.places import ShapeError
from verifier.language.printing.latex import latex
from verifier.language.printing.plain import plain
from verifier.language.read_chain import read_chain

Sheet = dict[str, Any]

MOST_LATEX: Final = 1000
MOST_QUOTED: Final = 60

VERDICTS: Final = {"proved": "proved", "refuted": "refuted", "independent": "unknown", "unknown": "unknown"}
"""The state of what is decided of a statement, by its verdict."""

ROLES: Final = {Role.CLAIM: "asserted", Role.ANSWER: "asserted", Role.RECALL: "recalled", Role.DEFINE: "defined"}

SAYS: Final = {State.PROVED: "; correct under this reading", State.REFUTED: "; incorrect under this reading"}

BY: Final = {Reading.EXACT: "by its text", Reading.GIVEN: "as given", Reading.TRANSLATED: "as translated"}


def translations(data: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], FormalChain]]:
    """Return the rows of the translations of a record, each with its formal chain. Raises: BadInput."""
    found = []
    for number, row in enumerate(data["translations"], 1):
        try:
            chain = read_chain(row["chain"])
            told = (row["set_aside"], row["given"], row["counts"], row["steps"])
        except ShapeError as error:
            raise BadInput(f"translation {number}: {error}") from error
        except (KeyError, TypeError) as error:
            raise BadInput(f"translation {number}: expected its {error}") from error
        if told[0] is None and len(chain.steps) != len(data["steps"]):
            raise BadInput(f"translation {number}: expected {len(data['steps'])} steps, found {len(chain.steps)}")
        found.append((row, chain))
    return found


def settings(held: Sequence[tuple[Mapping[str, Any], FormalChain]]) -> list[Sheet]:
    """Return of each translation who made it, whether it counts, and what it says of the problem, row by row."""
    found = []
    for number, (row, chain) in enumerate(held, 1):
        by = " ".join(filter(None, (chain.by.kind, chain.by.name)))
        told = [
            f"by {by}" if by else "",
            "given" * (row["given"] is True),
            "does not count" * (row["counts"] is not True),
        ]
        title = ", ".join([f"Translation [{number}]", *filter(None, told)])
        aside = None if row["set_aside"] is None else f"Translation [{number}] is set aside: {row['set_aside']}"
        found.append({"title": title, "aside": aside, "rows": list(_setting(chain))})
    return found


def _setting(chain: FormalChain) -> Iterator[list[str | None]]:
    """Yield a label, words and an expression for each name, fact and question; the expression as text and as LaTeX."""
    for one in chain.variables.values():
        unit = f" [{one.unit}]" if one.unit else ""
        yield [one.name, f"{one.means}{unit}", one.type.value, None]
    for fact in chain.facts:
        for said in fact.said:
            yield [fact.id, f"{fact.kind or 'fact'} “{fact.quote}”", *_expression(said)]
    for said in chain.asks:
        yield ["asked", "", *_expression(said)]


def _expression(said: Spelled) -> list[str | None]:
    if said.expr is None:
        return [said.text, None]
    typeset = latex(said.expr)
    return [plain(said.expr), typeset if 0 < len(typeset) <= MOST_LATEX else None]


def claims_of(
    held: Sequence[tuple[Mapping[str, Any], FormalChain]], index: int, text: str
) -> Iterator[tuple[Sheet, Mapping[str, Any]]]:
    """Yield what translations state in a step, as claims, each with the row of what was decided. Raises: BadInput."""
    several = len(held) > 1
    for number, (row, chain) in enumerate(held, 1):
        if row["set_aside"] is None:
            words = {fact.id: fact.quote for fact in chain.facts}
            for one in row["steps"][index]["decisions"]:
                yield _claim(one, chain, index, Text(text), words, number, several), one


def _claim(
    row: Mapping[str, Any],
    chain: FormalChain,
    index: int,
    text: Text,
    words: Mapping[str, str],
    number: int,
    several: bool,
) -> Sheet:
    where = f"translation {number}, {row['id']:.40}"
    if row["verdict"] not in VERDICTS:
        raise BadInput(f"{where}: expected a verdict, got {row['verdict']!r:.40}")
    _, statement, part = str(row["id"]).split(".")
    said = chain.steps[index].statements[int(statement)]
    spans = text.spans(said.quote)[:1]
    written = said.said[int(part)] if int(part) < len(said.said) else None
    shown, typeset = [str(row["text"]), None] if written is None else _expression(written)
    models = set(row["model_facts"])
    rests = [f"{id} (model)" if id in models else str(id) for id in row["rests_on"]]
    quoted = [f"{id} “{_short(words[id])}”" for id in row["rests_on"] if words.get(id)]
    return {
        "id": f"t{number}.{row['id']}",
        "by": f"[{number}]" if several else "",
        "text": said.quote,
        "span": list(spans[0]) if spans else [0, 0],
        "role": ROLES.get(said.role, said.role.value),
        "verdict": VERDICTS[row["verdict"]],
        "state": VERDICTS[row["verdict"]],
        "engine": None,
        "rests": [_place(one, number) for one in rests],
        "assumes": [],
        "excuse": None,
        "said": shown,
        "latex": typeset,
        "why": _why(row, quoted),
        "brief": _why(row, rests),
        "quotes": quoted,
    }


def _place(id: str, number: int) -> str:
    """The id of a claim of the same translation; that of a fact stays."""
    return f"t{number}.{id}" if id.startswith("s") and id.count(".") == 2 else id


def _why(row: Mapping[str, Any], quoted: Sequence[str]) -> str:
    if row["reason"] is not None:
        return str(row["detail"] or MEANING[Reason(row["reason"])])
    said = (
        "independent: it holds in one model, and fails in another"
        if row["verdict"] == "independent"
        else row["verdict"]
    )
    return "; ".join([said, *([f"from {', '.join(quoted)}"] if quoted else [])])


def _short(quote: str) -> str:
    return quote if len(quote) <= MOST_QUOTED else f"{quote[: MOST_QUOTED - 3]}..."


def judgement(row: Mapping[str, Any], where: str) -> tuple[str, str]:
    """Return the state of a step that has translations (what colours it), and its word. Raises: BadInput."""
    if row["kind"] == "settled" and isinstance(row["correct"], bool) and row["reading"] in list(Reading):
        state = "correct" if row["correct"] else "incorrect"
        return state, f"{state} {BY[Reading(row['reading'])]}"
    if row["kind"] == "unjudged" and row["correct"] is None and row["reason"] in set(Unjudgement):
        if row["checked"] is True:
            return "checked", "checked"
        says = SAYS.get(State(row["says"]), "") if row["says"] in list(State) else ""
        return "unjudged", WORD[Unjudgement(row["reason"])] + says
    raise BadInput(
        f'{where}: expected "kind", "correct", "reading" and "reason" as "verifier check --json" writes them'
    )


def proves(row: Mapping[str, Any], decided: Sequence[Mapping[str, Any]], own: bool, index: int) -> bool:
    """Return whether all that counts of a step is proved. ``own``: whether all claims of its text are; ``decided``: the
    steps of the translations that count."""
    if row["says"] == State.SILENT:
        return own
    every = [[one["verdict"] for one in step["decisions"]] for step in decided]
    return bool(every) and all(found and set(found) == {"proved"} for found in every)


def notes(row: Mapping[str, Any], held: Sequence[tuple[Mapping[str, Any], FormalChain]], index: int) -> Iterator[str]:
    """Yield what is said of a step beside its claims: that readings contradict, differ, or did not pass a check."""
    if row["finding"] is not None:
        yield FOUND[FormalFinding(row["finding"])]
    states = {
        f"[{number}]": str(one["steps"][index]["state"])
        for number, (one, _) in enumerate(held, 1)
        if one["set_aside"] is None and one["steps"]
    }
    if len(set(states.values())) > 1:
        yield f"translations differ: {', '.join(f'{name} {state}' for name, state in states.items())}"
    for one in row["doubts"]:
        yield f"{one['check']}: {one['found']} (bars {Bars(one['bars']).value})"
    if row["uncovered"] and row["kind"] != "settled":
        yield f"left out or said otherwise: {', '.join(map(str, row['uncovered']))}"

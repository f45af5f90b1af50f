"""What people are shown of a record: its texts, verdicts with their reasons, and what these rest on, as plain values.

A record is a file's word: nothing here is a verdict. What does not fit together is refused, so that no page shows a
number that its record does not bear out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Final, Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

from verifier.intake.bad import BadInput
from verifier.intake.chain import chain_from, with_origin
from verifier.judging.judgements.judgement import FinalAnswer, Unjudgement
from verifier.judging.judgements.reasons import MEANING, WORD
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Head, free_names
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import AnyClaim, Certificate, Reason, Shows
from verifier.language.formal_chain import FormalChain
from verifier.language.printing.latex import latex
from verifier.records.codec import proof_from_json
from verifier.records.record import SCHEMA, has_translations, schema_fault
from verifier.records.repaired import parted
from verifier.records.views.ending import SET_UP, ending_of_record, show_estimate
from verifier.records.views.repair_view import with_repair
from verifier.records.views.show import show_claim
from verifier.records.views.translated_view import claims_of, judgement, notes, proves, settings, translations
from verifier.records.views.why import (
    answered,
    as_written,
    by,
    listed,
    not_held,
    point_of,
    relation_of,
    short,
    show_premise,
    sides_of,
    standing,
    values,
)

Look = Literal["hidden", "strong", "em", "code", "head"]
Place = tuple[int, int, Look]
"""Start and end in code points, and how that is shown."""

LONGEST: Final = 20_000
"""Most characters of a text in which Markdown is looked for."""

COVER: Final = "x"
OPENING: Final = {"$$": "$$", "$": "$", "\\(": "\\)", "\\[": "\\]"}
INLINE: Final[dict[str, Look]] = {"strong_open": "strong", "em_open": "em"}


@cache
def _parser() -> MarkdownIt:
    rules = ["heading", "fence", "list", "emphasis", "backticks", "newline"]
    return MarkdownIt("zero").enable(rules)


def places(text: str, claims: Iterable[tuple[int, int]] = ()) -> list[Place]:
    """Return the places of Markdown in a text, in order, outside of these claims."""
    if len(text) > LONGEST or not any(sign in text for sign in "*_`#"):
        return []
    covered = _covered(text, claims)
    starts = [0, *(at + 1 for at, char in enumerate(covered) if char == "\n"), len(covered) + 1]
    found: list[Place] = []
    for token in _parser().parse(covered):
        if token.map is not None and token.map[1] < len(starts):
            found += _of(token, covered, starts[token.map[0]], starts[token.map[1]] - 1)
    return sorted(found)


def _covered(text: str, claims: Iterable[tuple[int, int]]) -> str:
    """The text with formulas and claims covered, as long as it was; its lines end where they did."""
    chars = list(text.replace("\r", " ").replace("\0", " ").replace("\t", " "))
    for start, end in [*_formulas(text), *claims]:
        chars[start:end] = ["\n" if char == "\n" else COVER for char in chars[start:end]]
    return "".join(chars)


def _formulas(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(text):
        opening = next((sign for sign in OPENING if text.startswith(sign, at)), None)
        end = -1 if opening is None else text.find(OPENING[opening], at + len(opening), at + LONGEST // 10)
        if opening is None or end < 0:
            at += 1
            continue
        yield at, end + len(opening)
        at = end + len(opening)


def _of(token: Token, text: str, start: int, end: int) -> Iterator[Place]:
    if token.type == "heading_open":
        sign = text.find(token.markup, start, end)
        if sign >= 0:
            after = sign + len(token.markup)
            yield sign, after + (text[after : after + 1] == " "), "hidden"
            yield after, end, "head"
    elif token.type == "fence":
        yield from _fence(text, start, end)
    elif token.type == "inline" and token.children:
        yield from _inline(token.children, token.content, text, start, end)


def _fence(text: str, start: int, end: int) -> Iterator[Place]:
    """The lines that open and close a block of code are hidden; what is between is code."""
    first = text.find("\n", start, end)
    if first < 0:
        return
    last = text.rfind("\n", first, end)
    closes = last > first and set(text[last:end].strip()) <= set("`~") and text[last:end].strip()
    yield start, first + 1, "hidden"
    yield first + 1, last if closes else end, "code"
    if closes:
        yield last, end, "hidden"


def _inline(children: Sequence[Token], content: str, text: str, start: int, end: int) -> list[Place]:
    """Places of a run of text; none where it is not found again as it was parsed."""
    at = max(start, text.find(content.partition("\n")[0], start, end))
    found: list[Place] = []
    opened: list[tuple[int, int, Look]] = []
    for child in children:
        sought = child.content if child.type == "text" else child.markup
        place = text.find(sought, at, end) if sought else at
        if place < 0:
            return []
        at = place + len(sought)
        if child.type in INLINE:
            opened.append((place, at, INLINE[child.type]))
        elif child.type in ("strong_close", "em_close") and opened:
            found += _between(opened.pop(), (place, at), text)
        elif child.type == "code_inline":
            close = text.find(child.markup, at, end)
            if close < 0:
                return []
            found += [(place, at, "hidden"), (at, close, "code"), (close, close + len(child.markup), "hidden")]
            at = close + len(child.markup)
    return found


def _between(opening: Place, closing: tuple[int, int], text: str) -> list[Place]:
    """What stands between two signs, unless they may be signs of mathematics: beside a letter, a digit or a bracket, or
    one star around what holds no word."""
    before, after = text[opening[0] - 1 : opening[0]] if opening[0] else "", text[closing[1] : closing[1] + 1]
    inside = text[opening[1] : closing[0]]
    word = any(a.isalpha() and b.isalpha() for a, b in pairwise(inside))
    if before.isalnum() or after.isalnum() or before in tuple(")]}\\") or after in tuple("([{"):
        return []
    if opening[2] == "em" and not word:
        return []
    return [(opening[0], opening[1], "hidden"), (opening[1], closing[0], opening[2]), (*closing, "hidden")]


MOST_DATA = 4000
"""Most characters of a proof's data that are shown."""

MOST_LATEX = 1000

ROLES = frozenset({"asserted", "given", "defined", "supposed", "denied", "recalled", "asked"})
_SAYS = {"proved": Shows.TRUE, "refuted": Shows.FALSE}

Sheet = dict[str, Any]

Held = list[tuple[Mapping[str, Any], FormalChain]]
"""The rows of translations, each with its formal chain."""


def sheet(data: Any) -> Sheet:
    """Return what is shown of a record. Raises: BadInput, which says what does not fit."""
    data, repair = parted(data)
    chain = _chain(data)
    rows = data["steps"]
    held = translations(data) if has_translations(data) else None
    steps = [_step(row, index, held) for index, row in enumerate(rows)]
    _known(steps)
    scores = [step["score"] for step in steps]
    first = next((step["index"] for step in steps if step["state"] == "incorrect"), None)
    given = _whole(data.get("first_error"), len(rows))
    if first is not None and given != first:
        raise BadInput(f'expected "first_error" to be {first}, the first step settled incorrect')
    silent = WORD[Unjudgement.NOTHING_CLAIMED]
    loose = next((step["index"] for step in steps if step["state"] != "correct" and step["word"] != silent), None)
    if given == -1 and loose is not None:
        raise BadInput(
            f'expected "first_error" -1 only if every step is settled correct, found step {loose} that is not'
        )
    outcome, text = ending_of_record({**data, "first_error": given, "first_error_kind": data.get("first_error_kind")})
    alarm = data.get("alarm")
    shown: Sheet = {
        "id": chain.id,
        "place": chain.place,
        "problem": chain.problem,
        "looks": places(chain.problem),
        "answer": chain.answer,
        "steps": steps,
        "first": given,
        "outcome": outcome.name,
        "end": text,
        "probably": data.get("first_error_kind") == "estimated",
        "last": scores[-1],
        "findings": _findings(data, chain.problem),
        "alarm": None if alarm is None else _text(alarm, "alarm"),
        "final": _final(data.get("final_answer"), chain.answer),
        "versions": {str(name): str(said) for name, said in _dict(data.get("versions", {}), "versions").items()},
        "repair": None,
        "translations": [] if held is None else settings(held),
    }
    return (
        shown
        if repair is None
        else with_repair(shown, repair, None if (one := repair["after"]) is None else sheet(one))
    )


def _chain(data: Any) -> Any:
    if (fault := schema_fault(data, SCHEMA)) is not None:
        raise BadInput(fault)
    rows = data.get("steps")
    texts = [row.get("text") if isinstance(row, dict) else row for row in rows] if isinstance(rows, list) else rows
    asked = {key: data.get(key) for key in ("problem", "id", "answer")}
    return with_origin(chain_from({**asked, "steps": texts}), data)


def _step(row: Any, index: int, held: Held | None) -> Sheet:
    where = f"step {index}"
    if not isinstance(row, dict) or row.get("index") != index:
        raise BadInput(f'{where}: expected an object with "index": {index}')
    text = row["text"]
    claims = [_claim(claim, text, where) for claim in _list(row.get("claims"), f"{where}: claims")]
    more: Sheet = {}
    if held is None or row.get("kind") == "estimated":
        state, word = _judgement(row, claims, where)
    if held is None:
        _checked(row, _all_proved(claims), where)
    else:
        try:
            more = _translated(row, index, claims, held)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise BadInput(f"{where}: expected what translations say of it ({error})") from error
        state, word = (state, word) if row["kind"] == "estimated" else judgement(row, where)
    score = row.get("score")
    if score is not None and not (isinstance(score, int | float) and 0 <= score <= 1):
        raise BadInput(f'{where}: expected "score" from 0 to 1 or null')
    return {
        "index": index,
        "text": text,
        "state": state,
        "word": word,
        "score": score,
        "claims": claims,
        "looks": places(text, [claim["span"] for claim in claims]),
        "unread": [_span(span, text, where) for span in _list(row.get("unread"), f"{where}: unread")],
        "findings": _findings(row, text),
        "repair": None,
        "checked": _all_proved(claims),
        "excused": [] if state == "incorrect" else _excused(claims),
        "notes": [],
        **more,
    }


def _translated(row: dict[str, Any], index: int, claims: list[Sheet], held: Held) -> Sheet:
    """Return what translations add to a step: their statements as claims, and notes. Raises: BadInput and more."""
    where = f"step {index}"
    counting = [one["steps"][index] for one, _ in held if one["counts"] is True and one["set_aside"] is None]
    whole = proves(row, counting, _all_proved(claims), index)
    _checked(row, whole and row["finding"] is None, where)
    every = [*claims]
    for shown, decided in claims_of(held, index, row["text"]):
        if decided["verdict"] in _SAYS:
            found = _certified(dict(decided), decided["verdict"], f"{where}, {shown['id']}")
            shown = {**found, **shown}
        every.append(shown)
    return {"claims": every, "checked": whole, "notes": list(notes(row, held, index))}


def _excused(claims: list[Sheet]) -> list[str]:
    return [not_held(claim["text"], claim["excuse"]) for claim in claims if claim["verdict"] == "refuted"]


def _judgement(row: dict[str, Any], claims: list[Sheet], where: str) -> tuple[str, str]:
    """Return the state of a step (what colours it) and its word."""
    match row.get("kind"), row.get("correct"):
        case "settled", True:
            if _all_proved(claims):
                return "correct", "restated" if row.get("adds") is False else "correct"
            raise BadInput(f"{where}: settled correct, but not every claim in it is proved")
        case "settled", False:
            if any(claim["verdict"] == "refuted" and claim["excuse"] is None for claim in claims):
                return "incorrect", "incorrect"
            raise BadInput(f"{where}: settled incorrect, but no claim in it is refuted and held against it")
        case "estimated", None if isinstance(row.get("score"), float) and 0 < row["score"] < 1:
            return "estimated", show_estimate(row["score"])
        case "unjudged", None if row.get("reason") in set(Unjudgement):
            checked = _all_proved(claims)
            if row["reason"] == Unjudgement.NOT_SETTLED and checked:
                return "checked", "restated" if row.get("adds") is False else "checked"
            return "unjudged", WORD[Unjudgement(row["reason"])]
    raise BadInput(f'{where}: expected "kind", "correct", "score" and "reason" as "verifier check --json" writes them')


def _claim(row: Any, text: str, where: str) -> Sheet:
    row = _dict(row, f"{where}: a claim")
    name = _text(row.get("id"), f"{where}: a claim's id")
    where = f"{where}, claim {name:.40}"
    verdict, role = row.get("verdict"), row.get("role")
    if verdict not in ("proved", "refuted", "unknown") or role not in ROLES:
        raise BadInput(f'{where}: expected a known "verdict" and "role"')
    found = _certified(row, verdict, where)
    said = found.get("said") or " ".join(_text(row.get("text"), f"{where}: text").split())
    state = "set" if verdict == "unknown" and role in SET_UP else verdict
    excuse = row.get("excuse")
    if excuse is not None and verdict != "refuted":
        raise BadInput(f"{where}: {verdict}, with an excuse")
    return {
        "id": name,
        "text": row["text"],
        "span": _span(row.get("span"), text, where),
        "role": role,
        "verdict": verdict,
        "state": state,
        "engine": row.get("engine") if isinstance(row.get("engine"), str) else None,
        "rests": [_text(one, where) for one in _list(row.get("rests_on"), f"{where}: rests_on")],
        "assumes": [_text(one, where) for one in _list(row.get("assumes"), f"{where}: assumes")],
        "excuse": None if excuse is None else _text(excuse, f"{where}: excuse"),
        **found,
        "said": short(said),
        "why": _why(row, verdict, found, where),
    }


def _certified(row: dict[str, Any], verdict: str, where: str) -> Sheet:
    """Return what the certificates of a claim say; of a claim that was proved and refuted, those of both."""
    both, stored = row.get("contradiction"), row.get("certificate")
    if both is not None:
        pair = [certificate(one, where) for one in _list(both, f"{where}: contradiction")]
        if verdict != "unknown" or [one.proof.shows for one in pair] != [Shows.TRUE, Shows.FALSE]:
            raise BadInput(f"{where}: expected a contradiction to be unknown, with a proof and a refutation")
        return {**_told(pair[0]), "alarm": [_told(one) for one in pair]}
    if (stored is not None) != (verdict in _SAYS):
        raise BadInput(f"{where}: {verdict}, with{'out' if stored is None else ''} a certificate")
    if stored is None:
        return {}
    found = certificate(stored, where)
    if found.proof.shows is not _SAYS[verdict]:
        raise BadInput(f"{where}: {verdict}, but its certificate shows {found.proof.shows.value}")
    return _told(found)


def certificate(data: Any, where: str) -> Certificate:
    """Return a stored certificate as data to be shown; only the door makes verdicts of such. Raises: BadInput."""
    try:
        claim, proof = proof_from_json(data)
        axioms, sides = (
            tuple(_text(one, key) for one in _list(data.get(key), key)) for key in ("axioms", "side_conditions")
        )
        version, toolchain = (_text(data.get(key), key) for key in ("version", "toolchain"))
        notes = _dict(data.get("notes"), "notes")
        return Certificate(claim, proof, version, toolchain, axioms=axioms, side_conditions=sides, notes=notes)
    except (ValueError, OverflowError) as error:
        raise BadInput(f"{where}: {error}") from error


def _told(found: Certificate) -> Sheet:
    lean = found.notes.get("lean")
    sides = sides_of(found)
    of_run = isinstance(found.claim, RunClaim)
    latex_text = latex(found.claim.formula) if isinstance(found.claim, Claim) else ""
    data = json.dumps(dict(found.proof.data), ensure_ascii=False, default=str)
    return {
        "said": show_claim(found.claim),
        "kind": _kind(found.claim),
        "latex": latex_text if 0 < len(latex_text) <= MOST_LATEX else None,
        "checker": found.proof.checker,
        "version": found.version,
        "toolchain": found.toolchain,
        "shows": found.proof.shows.value,
        "axioms": list(found.axioms),
        "given": list(found.side_conditions),
        "rounded": bool(found.notes.get("as_rounded")),
        "premises": [[premise.id, short(show_premise(premise))] for premise in found.claim.premises],
        "point": [] if of_run else [[name, short(as_written(told))] for name, told in sorted(point_of(found).items())],
        **({"run": _of_run(found)} if of_run else {}),
        "sides": [short(as_written(side)) for side in sides] if sides else None,
        "values": list(values(found)) if found.proof.shows is Shows.FALSE else [],
        "lean": lean if isinstance(lean, str) else None,
        "data": data if len(data) <= MOST_DATA else f"{data[:MOST_DATA]} ... ({len(data)} characters)",
    }


def _of_run(found: Certificate) -> Sheet:
    """Return what the names were bound to where a claim about a run is decided, and which of them it is about."""
    claim, line = found.claim, found.notes.get("line")
    wrong = found.proof.shows is Shows.FALSE
    names = [
        [name, short(told), wrong and name == getattr(claim, "subject", "")] for name, told in point_of(found).items()
    ]
    at = f"after line {line}" if isinstance(line, int) else "in the run"
    return {"at": at, "names": names, "program": getattr(claim, "program", ""), "line": line}


def _kind(claim: AnyClaim) -> str:
    """Return what kind of claim it is, in a word."""
    if isinstance(claim, RunClaim):
        return "run"
    compared = relation_of(claim)
    if compared is None:
        return "formula"
    equal = compared[0] in (Head.EQ, Head.APPROX)
    if not free_names(*compared[1:]):
        return "arithmetic" if equal else "comparison"
    if claim.is_for_all:
        return "identity" if equal else "inequality for all"
    return "equation" if equal else "inequality"


def _why(row: dict[str, Any], verdict: str, found: Sheet, where: str) -> str:
    """Return the verdict and its reason on one line."""
    if "alarm" in found:
        return "ALARM: proved and refuted, so a checker is broken; neither counts"
    if verdict == "unknown":
        if row.get("reason") not in set(Reason):
            raise BadInput(f'{where}: expected "reason" as one of {", ".join(Reason)}')
        return MEANING[Reason(row["reason"])]
    parts = [f"{verdict}{by(row.get('engine') or found['checker'])}", *found["values"]]
    if found["premises"]:
        parts.append(listed([text for _, text in found["premises"]]))
    if found["given"]:
        parts.append("given " + ", ".join(found["given"]))
    excused = [standing(row["excuse"])] if row.get("excuse") else []
    return "; ".join([*parts, *["as rounded"] * found["rounded"], *excused])


def _final(data: Any, reference: str | None) -> Sheet | None:
    """Return what is said of the final answer beside the reference answer, None where nothing is."""
    if data is None:
        return None
    where = "final_answer"
    if reference is None:
        raise BadInput(f"expected no {where}: there is no reference answer")
    match _dict(data, where):
        case {
            "text": None | str() as text,
            "told": bool(told),
            "state": "equal" | "different" | "could not tell" as state,
            "reason": str(reason),
        } if text is not None or state == "could not tell":
            return {"state": state, "line": answered(FinalAnswer(text, told, state, reason), reference)}
    raise BadInput(f'expected {where} with "text", "told", "state" and "reason" as "verifier check --json" writes them')


def _checked(row: dict[str, Any], proved: bool, where: str) -> None:
    """Refuse a step that says otherwise than its claims whether it is checked."""
    held = row.get("correct") is False or row.get("reason") not in (None, Unjudgement.NOT_SETTLED)
    if row.get("checked") is not (not held and proved):
        raise BadInput(f'{where}: "checked" says otherwise than its claims')


def _all_proved(claims: list[Sheet]) -> bool:
    return bool(claims) and all(claim["verdict"] == "proved" for claim in claims)


def _known(steps: list[Sheet]) -> None:
    """Refuse claims of one id, and claims that rest on a step's claim which the record does not hold."""
    seen: set[str] = set()
    for step in steps:
        for claim in step["claims"]:
            if claim["id"] in seen:
                raise BadInput(f"step {step['index']}: two claims have the id {claim['id']:.40}")
            seen.add(claim["id"])
    for step in steps:
        for claim in (one for one in step["claims"] if "by" not in one):
            if lost := [one for one in claim["rests"] if one.startswith("s") and one.split("/")[0] not in seen]:
                raise BadInput(
                    f"step {step['index']}, claim {claim['id']:.40}: rests on {lost[0]:.40}, which is not there"
                )


def _findings(row: dict[str, Any], text: str) -> list[Sheet]:
    found = [_dict(one, "a finding") for one in _list(row.get("findings"), "findings")]
    return [
        {
            "kind": _text(one.get("kind"), "a finding's kind"),
            "text": _text(one.get("text"), "a finding's text"),
            "span": _span(one.get("span"), text, "a finding"),
        }
        for one in found
    ]


def _span(span: Any, text: str, where: str) -> list[int]:
    match span:
        case [int(start), int(end)] if 0 <= start <= end <= len(text):
            return [start, end]
    raise BadInput(f"{where}: expected a span inside its text")


def _whole(value: Any, steps: int) -> int | None:
    if value is not None and not (isinstance(value, int) and -1 <= value < steps):
        raise BadInput('expected "first_error" as the index of a step, -1 or null')
    return value


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise BadInput(f"expected {what} as a string")
    return value


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadInput(f"expected {what} as a list")
    return value


def _dict(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadInput(f"expected {what} as an object")
    return value

"""The oracle of formal chains: what is decided of chains, proofs, records and expressions, each kept as a hash.

    python tests/oracle/formal_oracle.py              # "0 of N outcomes changed", or which
    python tests/oracle/formal_oracle.py --show NAME  # the outcomes of a part, in the order of their hashes
    python tests/oracle/formal_oracle.py --update     # on purpose: today's outcomes are the right ones from now on

It tells that something changed, not that it is right: other tests do. Eight parts, all made from what stands in this
folder's tests and from a seed:

- ``chains``: records of the chains of ``tests/forgery/translation`` and ``examples/formal``, under each kind of trust,
  as they are and with an edit in a translation;
- ``problems``: records of drawn word problems, with statements in every role;
- ``edited``: what ``recheck`` finds in records after an edit;
- ``proofs``: what the checker of formulas says of the proofs in the tests, and of the same proofs after an edit;
- ``proposed``: the same of proofs that the engine proposes, for statements of every kind that are drawn, for those of
  the chains and of tests, and of edits of their claims;
- ``statements``: what the engine and the checker make of statements in the tests, and of drawn ones;
- ``values``: what drawn expressions are worth where their letters have drawn values;
- ``tables``: the limits, tables and defaults of the trusted modules.

An edit changes one JSON value: another number, a key or an element left out, doubled or exchanged.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.formula_statements import forced
from checkers.formulas import test_exact_rules, test_further_rules, test_rules_of_numbers, test_structure
from checkers.formulas.drawing import Drawing
from editing import edited, respelled
from judging.formal.generator import Problems
from proposed_proofs import Submitted, of_chains, of_drawn_statements, with_edits
from tables import tables

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.checkers.formulas.values.evaluation import truth, value
from verifier.judging.formal.deciding.decimals import claimed, exact
from verifier.judging.formal.judge import FormalJudge
from verifier.judging.formal.records.record import digest, formal_record
from verifier.judging.formal.verify import verify_formal
from verifier.judging.records.recheck import recheck
from verifier.kernel.claim import Standing
from verifier.kernel.evaluate import NotEvaluated
from verifier.kernel.formula import FormulaTooLarge, Head, Letter, Type
from verifier.kernel.formula_claim import FormulaClaim, Hypothesis, claim_of
from verifier.kernel.term import TermTooLarge
from verifier.kernel.verdict import CheckFailed, Decided, Proof, Shows
from verifier.language.expressions.spell import spell
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain

HERE = Path(__file__).parent
TESTS = HERE.parent
HASHES = HERE / "hashes"
BLOCK = 25
"""Outcomes that one hash is kept of."""

Outcome = tuple[str, str]
"""What was judged, and what came of it."""


def hashed(text: str) -> str:
    """Return 16 hexadecimal digits of a text."""
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def _record(formal: list[FormalChain], **settings: Any) -> dict[str, Any]:
    [judged] = verify_formal(formal, **settings)
    return _unversioned(formal_record(judged))


def _unversioned(made: dict[str, Any]) -> dict[str, Any]:
    """A copy of a record without what says who judged, in it and in the record of the exact reading that it holds."""
    copy: dict[str, Any] = json.loads(json.dumps(made))
    for record in (copy, copy["exact"]):
        if record is not None:
            record["versions"] = {}
    return copy


def _told(made: Callable[[], Any]) -> str:
    """What came of something, as text: an error by its class and its words."""
    try:
        return json.dumps(made(), sort_keys=True)
    except (ValueError, CheckFailed, NotEvaluated, FormulaTooLarge, TermTooLarge) as error:
        reason = getattr(error, "reason", "")
        return f"{type(error).__name__}: {error} {reason}"


def translations() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the name of each chain that is translated in the tests and examples, with its translations."""
    for path in sorted((TESTS / "forgery" / "translation").glob("*/settled.json")):
        case = json.loads(path.read_text("utf-8"))
        chain = {"formal": 1, "id": "c", "problem": case["problem"], "steps_text": case["steps"]}
        yield path.parent.name, [{**chain, **one} for one in case["translations"]]
    for path in sorted((TESTS.parent / "examples" / "formal").glob("*.json")):
        yield path.stem, [json.loads(path.read_text("utf-8"))]


def chains() -> Iterator[Outcome]:
    """Records of translated chains: as evidence, agreeing, given, and with an edited translation beside the others."""
    chance = random.Random(1)
    for name, every in translations():
        formal = [read_chain(one) for one in every]
        yield name, _told(lambda formal=formal: _record(formal, trust="agreeing"))
        yield f"{name}, given", _told(lambda formal=formal: _record(formal[1:], given=formal[:1]))
        for number in range(3):
            part = chance.choice(("facts", "steps", "steps", "asks", "vars"))
            last = {**every[-1], part: edited(every[-1].get(part, []), chance)} if every[-1].get(part) else every[-1]
            others = formal[:-1] if number % 2 else formal
            yield (
                f"{name}, edited {number}",
                _told(lambda others=others, last=last: _record([*others, read_chain(last)], trust="agreeing")),
            )


ROLES = ("claim", "claim", "claim", "define", "suppose", "goal", "answer", "retract", "recall", "unsaid")
GUARDS = ("decide", "prove", "refute", "accuse")


def _roles(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A drawn chain with its statements in drawn roles, several in a step, with what statements may carry."""
    said = [one for step in data["steps"] for one in step]
    steps: list[list[dict[str, Any]]] = []
    for number, one in enumerate(said):
        role = chance.choice(ROLES)
        row: dict[str, Any] = {"role": role, "quote": "", "expr": one["expr"]}
        if role == "define":
            row["expr"] = (
                f"fresh{number % 4} == {one['expr'].split(' == ')[0]}" if " == " in one["expr"] else row["expr"]
            )
        if role == "suppose" and chance.random() < 0.5:
            row["until"] = min(len(said), len(steps) + chance.randint(0, 2))
        if role == "retract":
            row = {"role": role, "quote": "", "of": chance.randint(0, len(steps))}
        if role in ("claim", "answer") and chance.random() < 0.3:
            row["alternatives"] = [chance.choice(said)["expr"]]
        if role == "claim" and chance.random() < 0.2:
            row["expr"] = [row["expr"], chance.choice(said)["expr"]]
        if not steps or chance.random() < 0.6:
            steps.append([])
        steps[-1].append(row)
    names = {f"fresh{k}": {"type": "real", "means": f"fresh {k}", "by": "chain"} for k in range(4)}
    whole = {name: {**one, "type": chance.choice(("real", "int", "count"))} for name, one in data["vars"].items()}
    facts = [one for one in data["facts"] if chance.random() < 0.9]
    texts = {"problem": "A problem.", "steps_text": ["A step."] * len(steps)}
    return {**data, **texts, "vars": {**whole, **names}, "facts": facts, "asks": [*data["vars"]][:1], "steps": steps}


def _renamed(data: dict[str, Any]) -> dict[str, Any]:
    """A drawn chain with other names for its quantities."""
    told: dict[str, Any] = json.loads(re.sub(r"\bq(?=\d)", "amount", json.dumps(data)))
    return told


def problems() -> Iterator[Outcome]:
    """Records of drawn problems, given, and of two translations of which one was edited."""
    drawn, chance = Problems(77), random.Random(77)
    for number in range(80):
        data, _ = drawn.problem(9)
        one = _roles(data, chance)
        other = _renamed({**one, (part := chance.choice(("facts", "steps"))): edited(one[part], chance)})
        yield f"problem {number}", _told(lambda one=one: _record([], given=[read_chain(one)]))
        yield (
            f"problem {number}, two",
            _told(lambda one=one, other=other: _record([read_chain(one), read_chain(other)], trust="agreeing")),
        )


def edits() -> Iterator[Outcome]:
    """What ``recheck`` finds in records with an edit; every second one with the hashes of translations made anew."""
    chance = random.Random(5)
    for name, every in translations():
        [judged] = verify_formal([read_chain(one) for one in every], trust="agreeing")
        whole = _unversioned(formal_record(judged))
        for number in range(5):
            data = edited(whole, chance)
            if number % 2:
                for one in data.get("translations") or ():
                    if isinstance(one, dict) and "chain" in one:
                        one["sha256"] = digest(one["chain"])
            yield f"{name} {number}", _told(lambda data=data: [str(found) for found in recheck([data])])


def claims() -> Iterator[tuple[str, FormulaClaim, Proof]]:
    """Yield the proofs that stand in the tests, each with its claim."""
    for text, premises, tree, holds, model in (*test_structure.GOOD, *test_structure.FURTHER):
        shows = Shows.TRUE if holds else Shows.FALSE
        yield text, test_structure.claim(text, *premises), Proof("structure", shows, {"tree": tree, "model": model})
    for module in (test_further_rules, test_rules_of_numbers):
        for text, premises, tree, model in module.GOOD:
            yield text, module.claim(text, *premises), Proof("structure", Shows.TRUE, {"tree": tree, "model": model})


def made_up_proofs() -> Iterator[tuple[str, Any, Proof]]:
    """Yield the proofs that stand in the tests, and edits of them, each with its claim: some are accepted."""
    chance = random.Random(3)
    for text, claim, proof in claims():
        yield text, claim, proof
        plain = json.loads(json.dumps(proof.data, default=str))
        for number in range(14):
            yield f"{text} {number}", claim, Proof(proof.checker, proof.shows, edited(plain, chance))


def proofs() -> Iterator[Outcome]:
    """What the checker says of proofs, of their opposite, and of edits."""
    checker = StructureChecker(checker_of)
    for text, claim, proof in made_up_proofs():
        yield text, _told(lambda claim=claim, proof=proof: repr(checker.check(claim, proof)))
        opposite = Proof(proof.checker, Shows.FALSE if proof.shows is Shows.TRUE else Shows.TRUE, proof.data)
        yield f"not {text}", _told(lambda claim=claim, opposite=opposite: repr(checker.check(claim, opposite)))


def statements() -> Iterator[Outcome]:
    """What the engine and the checker make of statements in the tests, as they are and with a sign exchanged."""
    chance, judge = random.Random(13), FormalJudge()
    for text, premises, claim in _spelled():
        for number in range(7):
            rows = [text, *premises]
            if number:
                at = chance.randrange(len(rows))
                rows[at] = respelled(rows[at], chance)
            yield "; ".join(rows), _told(lambda rows=rows, claim=claim: repr(judge.decide(claim(*rows))))
    for claim in _drawn_claims():
        yield spell(claim.formula), _told(lambda claim=claim: repr(judge.decide(claim)))


def _spelled() -> Iterator[tuple[str, tuple[str, ...], Callable[..., FormulaClaim]]]:
    """The statements of tests, with their premises, and what makes a claim of them."""
    told = [(one[0], one[1], test_structure.claim) for one in (*test_structure.GOOD, *test_structure.FURTHER)]
    told += [(one[0], one[1], test_further_rules.claim) for one in test_further_rules.GOOD]
    told += [(one[0], one[1], test_rules_of_numbers.claim) for one in test_rules_of_numbers.GOOD]
    for rows in (test_exact_rules.HOLDS, test_exact_rules.FAILS, test_exact_rules.NEITHER):
        told += [(*one, test_exact_rules.claim) for one in rows]
    yield from told


def _stated() -> Iterator[FormulaClaim]:
    yield from (claim(text, *premises) for text, premises, claim in _spelled())


def _drawn_claims() -> Iterator[FormulaClaim]:
    drawing, chance = Drawing(17), random.Random(17)
    for number in range(300):
        drawing.wanted = list(Head)[number % len(Head)]
        names = ("u", "v")[: chance.randint(1, 2)]
        values = {name: Fraction(chance.randint(-4, 9), chance.choice((1, 1, 2))) for name in names}
        said = [*forced(values, chance)] if number % 3 else [drawing.formula(1, names)]
        held = tuple(Hypothesis(f"p{i}", Standing.FACT, exact(one)) for i, one in enumerate(said))
        asked = claimed(drawing.formula(2, names), frozenset())
        yield claim_of(asked, [Letter(name, chance.choice(TYPES)) for name in names], held)


def submissions() -> Iterator[Submitted]:
    """Yield proofs that are accepted, nearly all of them as the engine proposes them, and edits of each."""
    yield from with_edits(of_drawn_statements(2), 40, 14)
    yield from with_edits(of_chains((name, read_chain(one)) for name, every in translations() for one in every), 10, 4)
    made = (Submitted(text, claim, proof) for text, claim, proof in claims())
    yield from with_edits(made, 0, 16)
    judge, stated = FormalJudge(), [*_stated(), *_drawn_claims()]
    found = ((claim, verdict.certificate) for claim in stated if isinstance(verdict := judge.decide(claim), Decided))
    yield from with_edits((Submitted(spell(c.formula), one.claim, one.proof) for c, one in found), 16, 8)


def proposed() -> Iterator[Outcome]:
    """What the checker says of ``submissions``."""
    checker = StructureChecker(checker_of)
    for one in submissions():
        yield one.name, _told(lambda one=one: repr(checker.check(one.claim, one.proof)))


TYPES = (Type.REAL, Type.REAL, Type.RAT, Type.INT, Type.COUNT)


def values() -> Iterator[Outcome]:
    """What drawn formulas and numbers are, where letters have drawn values."""
    drawing, chance, heads = Drawing(9), random.Random(9), (None, *Head)
    for number in range(16000):
        point: Mapping[str, Fraction] = {
            name: Fraction(chance.randint(-6, 12), chance.choice((1, 1, 1, 2, 3))) for name in ("u", "v")
        }
        drawing.wanted = heads[number % len(heads)]
        said = drawing.formula(3, ("u", "v")) if number % 2 else drawing.number(3, ("u", "v"))
        found = (
            (lambda said=said, point=point: truth(said, point))
            if number % 2
            else (lambda said=said, point=point: repr(value(said, point)))
        )
        yield f"{spell(said)} at {dict(point)}", _told(found)


PARTS: Mapping[str, Callable[[], Iterator[Outcome]]] = {
    "chains": chains,
    "problems": problems,
    "edited": edits,
    "proofs": proofs,
    "proposed": proposed,
    "statements": statements,
    "values": values,
    "tables": tables,
}


def kept(part: str) -> list[str]:
    """Return the hashes that are kept of a part, one for each block of its outcomes."""
    path = HASHES / f"formal_{part}.txt"
    return path.read_text("utf-8").split() if path.exists() else []


def blocks(part: str) -> Iterator[tuple[str, list[Outcome]]]:
    """Yield the outcomes of a part by blocks, each with its hash."""
    found = PARTS[part]()
    while block := list(islice(found, BLOCK)):
        yield hashed("\n".join(f"{name}: {outcome}" for name, outcome in block)), block


def main() -> int:
    """Compare, show or update as asked; return 1 when an outcome changed."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--show", choices=PARTS)
    asked = parser.parse_args()
    if asked.show:
        for _, block in blocks(asked.show):
            print(*(f"{name}\n    {outcome}" for name, outcome in block), sep="\n")
        return 0
    changed = 0
    for part in PARTS:
        before, now = kept(part), [hash for hash, _ in blocks(part)]
        changed += sum(one != other for one, other in zip(before, now, strict=False)) + abs(len(before) - len(now))
        if asked.update:
            (HASHES / f"formal_{part}.txt").write_text("".join(f"{one}\n" for one in now), "utf-8")
        print(f"{part}: {len(now)} blocks", flush=True)
    print(f"{changed} blocks changed")
    return 1 if changed and not asked.update else 0


if __name__ == "__main__":
    sys.exit(main())

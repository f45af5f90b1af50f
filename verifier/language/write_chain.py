"""From formal chains to JSON: one line a chain, or laid out for people with a line for each statement.

The order of the fields is always the same and what is empty is left out, so that a diff shows what changed. Reading
what is written gives the same chain.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from verifier.language.formal_chain import Author, Fact, FormalChain, FormalStep, Spelled, Statement, Variable
from verifier.language.read_chain import SCHEMA
from verifier.outputs import written

Json = dict[str, object]


def as_json(chain: FormalChain) -> Json:
    """Return a chain as a JSON value."""
    return {
        **({} if chain.older else {"formal": SCHEMA}),
        "id": chain.id,
        **({"by": _author(chain.by)} if chain.by != Author() else {}),
        **({"problem": chain.problem, "steps_text": list(chain.steps_text)} if _has_text(chain) else {}),
        **({} if chain.run is None else {"run": {"program": chain.run.program, "call": chain.run.call}}),
        "vars": {name: _variable(one) for name, one in chain.variables.items()},
        "facts": [_fact(one) for one in chain.facts],
        "asks": [one.text for one in chain.asks],
        "steps": [_step(one) for one in chain.steps],
    }


def line(chain: FormalChain) -> str:
    """Return a chain as one line of JSON, without the end of the line."""
    return _compact(as_json(chain))


def laid_out(chain: FormalChain) -> str:
    """Return a chain as JSON for people: a line for each variable, fact and statement."""
    parts = [f' "{name}": {_field(name, value)}' for name, value in as_json(chain).items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write_file(path: Path, chains: Iterable[FormalChain]) -> None:
    """Write chains, as ``file_written`` does. Raises: OSError, if the file cannot be written."""
    with file_written(path) as write:
        write(chains)


@contextmanager
def file_written(path: Path) -> Iterator[Callable[[Iterable[FormalChain]], None]]:
    """Give a function that adds chains to a file, which is there when the block ends well.

    The chains are laid out if the name ends in ``.json``, else JSON Lines, packed if it ends in ``.gz``.

    Raises:
        OSError: if the file cannot be written.
    """
    with written(path) as stream:
        if path.suffix == ".json":
            chains: list[FormalChain] = []
            yield chains.extend
            _document(stream, chains)
        elif path.suffix == ".gz":
            # Without a time and a name in it, the same chains give the same bytes.
            with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0) as packed:
                yield lambda more: packed.writelines(f"{line(one)}\n".encode() for one in more)
        else:
            yield lambda more: stream.writelines(f"{line(one)}\n".encode() for one in more)


def _document(stream: IO[bytes], chains: Sequence[FormalChain]) -> None:
    """One chain as it is, several as a list."""
    texts = [laid_out(one) for one in chains]
    whole = texts[0] if len(texts) == 1 else "[\n" + ",\n".join(one.rstrip("\n") for one in texts) + "\n]\n"
    stream.write(whole.encode())


def _field(name: str, value: object) -> str:
    match name, value:
        case ("vars", dict()) if value:
            return "{\n" + ",\n".join(f"  {_compact(key)}: {_compact(one)}" for key, one in value.items()) + "\n }"
        case ("facts" | "steps_text", list()) if value:
            return "[\n" + ",\n".join(f"  {_compact(one)}" for one in value) + "\n ]"
        case ("steps", list()) if value:
            return "[\n" + ",\n".join(f"  {_laid_step(one)}" for one in value) + "\n ]"
    return _compact(value)


def _laid_step(step: object) -> str:
    if isinstance(step, dict):
        return f'{{"unread": {_compact(step["unread"])}, "statements": {_laid_step(step["statements"])}}}'
    said = [f"   {_compact(one)}" for one in step] if isinstance(step, list) else []
    return "[\n" + ",\n".join(said) + "\n  ]" if said else "[]"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _has_text(chain: FormalChain) -> bool:
    return bool(chain.problem or chain.steps_text)


def _filled(**fields: object) -> Json:
    """The fields that are not empty."""
    return {name: value for name, value in fields.items() if value not in ("", [], None)}


def _author(by: Author) -> Json:
    told = {"kind": by.kind, "name": by.name, "prompt": by.prompt, "temperature": by.temperature, "sample": by.sample}
    return _filled(**told, request=by.request)


def _variable(one: Variable) -> Json:
    by, body = "chain" if one.by_chain else "", None if one.body is None else one.body.text
    told = {"type": one.type.value, **_filled(means=one.means, unit=one.unit, by=by, args=list(one.args))}
    return told if body is None else {**told, "expr": body}


def _fact(fact: Fact) -> Json:
    kind = None if fact.kind is None else fact.kind.value
    return {"id": fact.id, **_filled(kind=kind, quote=fact.quote), "expr": _said(fact.said)}


def _step(step: FormalStep) -> object:
    said = [_statement(one) for one in step.statements]
    return {"unread": [list(one) for one in step.unread], "statements": said} if step.unread else said


def _statement(one: Statement) -> Json:
    return {
        "role": one.role.value,
        **_filled(quote=one.quote),
        **({"expr": _said(one.said)} if one.said else {}),
        **_filled(
            until=one.until,
            of=one.of,
            alternatives=[_said(other) for other in one.alternatives],
            besides=[_besides(other) for other in one.besides],
            guards=list(one.guards),
            rounded=[list(span) for span in one.rounded],
            reason=one.reason,
        ),
    }


def _besides(one: Statement) -> Json:
    others = [_said(other) for other in one.alternatives]
    given, bonds = ([said.text for said in every] for every in (one.given, one.bonds))
    return {"expr": _said(one.said), **_filled(given=given, bonds=bonds, alternatives=others, guards=list(one.guards))}


def _said(said: Sequence[Spelled]) -> object:
    return said[0].text if len(said) == 1 else [one.text for one in said]

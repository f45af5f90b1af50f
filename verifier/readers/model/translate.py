"""How a chain is translated: which requests it takes, one after the other, and what becomes of the answers.

A translation is a generator: it yields requests and is sent what was heard. So the same few lines ask a server, write
a batch or replay what was kept. Nothing of one sample enters another: each has its own translation of the problem.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from verifier.asking.request import Heard, Manner, Request, Said, Silence
from verifier.chain import Chain
from verifier.language.expressions.asked_run import asked as run_of
from verifier.language.formal_chain import Author, FormalChain, FormalStep
from verifier.language.walk import words
from verifier.language.write_chain import as_json
from verifier.readers.model.answer import NotAnAnswer, parts, told
from verifier.readers.model.material import Asked, again, constant, prompt_hash, request
from verifier.readers.model.mend import Draft, Text, draft, mended

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Joined:
    """The fields of a problem and a chain together, and what of the chain's was left out, with the reason."""

    fields: Json
    refused: tuple[str, ...]


def joined(problem: FormalChain, added: Mapping[str, Any]) -> Joined:
    """Return a chain's fields over the translation of its problem."""
    base: Mapping[str, Any] = as_json(problem)
    refused: list[str] = []
    own = dict(_names(base["vars"], added.get("vars", {}), refused))
    facts = list(_facts(base["facts"], added.get("facts", ()), frozenset(own), refused))
    fields = {"formal": 1, "vars": {**base["vars"], **own}, "facts": [*base["facts"], *facts], "asks": base["asks"]}
    return Joined({**fields, "steps": added.get("steps", [])}, tuple(refused))


def _names(before: Mapping[str, Any], added: Any, refused: list[str]) -> Iterator[tuple[str, Any]]:
    for name, one in added.items() if isinstance(added, dict) else ():
        if name not in before:
            yield name, {**one, "by": "chain"} if isinstance(one, dict) else one
        elif one != before[name]:
            refused.append(f"variable {name}: the vocabulary has it already; choose another name or use it as it is")


def _facts(before: list[Any], added: Any, own: frozenset[str], refused: list[str]) -> Iterator[Any]:
    """The facts that a chain may add: ``model`` facts about a quantity of its own."""
    ids, known = {one["id"] for one in before}, [_said(one) for one in before]
    for number, one in enumerate(added if isinstance(added, list) else ()):
        if not isinstance(one, dict):
            yield one  # refused where it is read
        elif _said(one) in known:
            continue  # said again, word for word
        elif one.get("kind") != "model":
            refused.append(f"fact {one.get('id')}: of a chain only model facts about its own quantities are added")
        elif not all(words(said) & own for said in _said(one)):
            refused.append(f"fact {one.get('id')}: it says something of the vocabulary alone, which stands as it is")
        else:
            yield {**one, "id": _fresh(f"c{number}", ids)}


def _said(fact: Mapping[str, Any]) -> tuple[str, ...]:
    said = fact.get("expr")
    return tuple(one for one in (said if isinstance(said, list) else [said]) if isinstance(one, str))


def _fresh(id: str, ids: set[str]) -> str:
    while id in ids:
        id = f"{id}_"
    ids.add(id)
    return id


PER_TOKEN: Final = 3
"""Characters of a token, at the least: texts with numbers and signs take more tokens than prose."""

WRITTEN: Final = 4
"""How much longer a translation is than its text, at the most."""


@dataclass(frozen=True, slots=True)
class Task:
    """A chain to translate. ``shared``: the problem is translated for itself, since others have it too.

    ``context``: tokens that the model reads and writes in one request. ``examine``: tells what is wrong with the facts
    of a problem that is translated for itself; it goes back with what the linter finds."""

    chain: Chain
    model: str
    manner: Manner
    sample: int = 0
    shared: bool = False
    context: int = 32_000
    examine: Callable[[FormalChain], Sequence[str]] | None = field(default=None, compare=False)

    @property
    def by(self) -> Author:
        """Who translates, as the file says it."""
        of_program = run_of(self.chain.problem) is not None
        return Author("model", self.model, prompt_hash(program=of_program), self.manner.temperature, str(self.sample))


@dataclass(frozen=True, slots=True)
class Translated:
    """What became of a task: a formal chain, or why there is none; and what its requests took.

    ``at_once``: its first answer passed the linter. ``unsaid``: what is still wrong in it. ``examined``: what is still
    wrong with the facts of its problem."""

    task: Task
    chain: FormalChain | None
    why: str = ""
    at_once: bool = False
    unsaid: tuple[str, ...] = ()
    examined: tuple[str, ...] = ()
    read: int = 0
    written: int = 0
    requests: int = 0

    @property
    def without_chain(self) -> Translated:
        """The same without the formal chain, which is much larger than the rest."""
        return replace(self, chain=None)


@dataclass(slots=True)
class _Course:
    """What a translation took so far."""

    read: int = 0
    written: int = 0
    requests: int = 0
    at_once: bool = True
    unsaid: list[str] = field(default_factory=list)
    examined: tuple[str, ...] = ()


Asking = Generator[Request, Heard, Translated]


class _Lost(Exception):
    """There is no translation, and why."""


def translation(task: Task) -> Asking:
    """Yield the requests of a task, take what was heard, and return what became of it."""
    course = _Course()
    try:
        chain, why = (yield from _chain(task, course)), ""
    except _Lost as lost:
        chain, why = None, str(lost)
    counts = {"read": course.read, "written": course.written, "requests": course.requests}
    once = course.at_once and chain is not None
    return Translated(task, chain, why, once, tuple(course.unsaid), course.examined, **counts)


def _chain(task: Task, course: _Course) -> Generator[Request, Heard, FormalChain]:
    texts = tuple(step.text for step in task.chain.steps)
    spans = list(pieces(texts, _room(task)))
    text = Text(task.chain.id or "", task.chain.problem, texts, task.by)
    if not task.shared and len(spans) == 1:
        return (yield from _settled(task, Asked(text.problem, texts), text, None, course))
    known = yield from _settled(task, Asked(text.problem), replace(text, steps=()), None, course)
    found: list[FormalStep] = []
    for span in spans:
        asked = Asked(text.problem, texts, known, None if len(spans) == 1 else span)
        known = yield from _settled(task, asked, text, known, course)
        found += known.steps[slice(*span)]
        known = replace(known, steps=(), steps_text=())
    # Read once more: a name that a later piece declares may hide a constant of the language.
    whole = draft(as_json(replace(known, steps=tuple(found), problem="")), replace(text, by=known.by))
    return mended(whole) or _gone(whole)


def _gone(found: Draft) -> FormalChain:
    raise _Lost(found.findings[0])


def _settled(
    task: Task, asked: Asked, text: Text, known: FormalChain | None, course: _Course
) -> Generator[Request, Heard, FormalChain]:
    """The chain of one request, asked once more where its first answer does not pass."""
    first = request(task.model, asked, task.manner, task.sample)
    text = replace(text, by=replace(text.by, request=first.key))
    said = yield from _heard(first, course)
    found = _draft(said.text, asked, text, known)
    course.at_once &= not found.findings
    found = _examined(task, asked, found)
    if found.findings:
        try:
            second = yield from _heard(again(first, said.text, found.findings), course)
        except _Lost as lost:
            if found.chain is None:
                raise
            course.unsaid.append(f"not asked again: {lost}")
        else:
            other = _examined(task, asked, _draft(second.text, asked, text, known))
            found = other if _better(other, found) else found
    chain = mended(found)
    if chain is None:
        raise _Lost(found.findings[0])
    course.unsaid += [str(one) for one in found.wrong]
    course.examined += found.examined
    return chain


def _examined(task: Task, asked: Asked, found: Draft) -> Draft:
    """What an answer comes to, with what is wrong with the facts of a problem that is translated for itself."""
    if asked.steps or task.examine is None or found.chain is None or found.wrong:
        return found
    told = tuple(task.examine(found.chain))
    return replace(found, findings=(*found.findings, *told), examined=told)


def _better(second: Draft, first: Draft) -> bool:
    """Whether a second answer is taken: it is, unless it is no chain, or has more errors or worse facts than the
    first."""
    if second.chain is None or first.chain is None:
        return second.chain is not None
    return (len(second.wrong), len(second.examined)) <= (len(first.wrong), len(first.examined))


def _heard(asked: Request, course: _Course) -> Generator[Request, Heard, Said]:
    heard = yield asked
    course.requests += 1
    course.read += heard.read
    course.written += heard.written
    if isinstance(heard, Silence):
        raise _Lost(heard.why)
    return heard


def _draft(said: str, asked: Asked, text: Text, known: FormalChain | None) -> Draft:
    first, end = span = asked.span or (0, len(asked.steps))
    try:
        fields = parts(told(said), asked.parts, span)
    except NotAnAnswer as wrong:
        return Draft(None, (str(wrong),))
    refused: tuple[str, ...] = ()
    if known is not None:
        fields, refused = _over(known, fields)
    others: tuple[list[Any], list[Any]] = [[]] * first, [[]] * (len(text.steps) - end)
    run = run_of(text.problem)  # the problem's own, whatever a model says of it
    about = {} if run is None else {"run": {"program": run.program, "call": run.call}}
    found = draft({**fields, **about, "steps": [*others[0], *fields["steps"], *others[1]]}, text, span)
    return replace(found, findings=(*refused, *found.findings))


def _over(known: FormalChain, fields: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    over = joined(known, fields)
    return over.fields, over.refused


def _room(task: Task) -> int:
    """Characters of steps that fit into one request with their translation."""
    fixed = len(constant(program=run_of(task.chain.problem) is not None)) + len(task.chain.problem) * (1 + WRITTEN)
    return max((task.context * PER_TOKEN - fixed) // (1 + WRITTEN), 400)


def pieces(texts: Sequence[str], room: int) -> Iterator[tuple[int, int]]:
    """Yield spans of steps whose texts have no more characters than there is room for; a step is never cut."""
    first = held = 0
    for i, text in enumerate(texts):
        if i > first and held + len(text) > room:
            yield first, i
            first, held = i, 0
        held += len(text)
    yield first, len(texts)

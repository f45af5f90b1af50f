"""A Kimina Lean server as elaborator: what it says of a candidate is a claim, and never an acceptance.

The protocol is that of kimina-lean-server (project-numina, ``server/routers/check.py`` and
``client/kimina_client/models.py`` at fb2393d): ``POST /api/check``, answered with the messages of the Lean REPL. No
kernel of this machine sees the proof, and nothing holds the candidate to what it may use: one that cheats can make the
server say anything. So a server sifts candidates; the gate decides with a Lake project.
"""

from __future__ import annotations

import asyncio
import os
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.endpoint import NO_KEY, Endpoint, NoReply, Patience
from verifier.proofs.case import Case
from verifier.proofs.elaboration.kernels import too_old, version_of
from verifier.proofs.judge import Refused, challenge_text, read, unusable
from verifier.proofs.rules import Reason, Result
from verifier.proofs.scanning.lean_lexer import Word
from verifier.proofs.scanning.static_scan import Look, look

KEY = "LEAN_SERVER_API_KEY"
"""The variable of the environment from which Kimina's own client takes the key."""

MOST_BYTES = 8_000_000
GRACE = 60.0
"""Seconds beyond the limit of a proof in which the server must answer."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server. ``least``: the least version of Lean that it may say it has; ``seconds``: of one proof."""

    url: str
    least: str
    seconds: float
    axioms: Sequence[str]

    def judge(self, case: Case) -> Result:
        """Return what the server claims of a candidate. Raises: LeanUnavailable where it says nothing usable."""
        version = ""
        try:
            text, seen = read(case.candidate)
            names = self._names(case, seen)
            messages, sorries = self._asked(text, names)
            version = _version(messages)
            if old := too_old(version, self.least):
                raise LeanUnavailable(f"the server {self.url}: {old}")
            if wrong := [*seen.reasons, *_errors(messages), *sorries, *self._axioms(messages, names)]:
                raise Refused("rejected", *wrong)
            said = f"the server {self.url} says that it accepts the proof; this machine checked nothing of it"
            raise Refused("claimed", Reason("server", said))
        except Refused as refused:
            by = f"the server {self.url}, Lean {version} by its own word" if version else "the look at the text"
            result = refused.result(case, f"Lean {version} of {self.url}" if version else "")
            return Result(
                *(result.id, result.status, result.reasons, (), result.toolchain, case.place), decided_by=(by,)
            )

    def _names(self, case: Case, seen: Look) -> list[str]:
        """The theorems that the candidate must prove. Raises: Refused where it states something else."""
        if case.challenge is None:
            return list(_theorems(seen.seen))
        ours = look(challenge_text(case.challenge))
        if not (names := list(_theorems(ours.seen))):
            raise unusable("the challenge states no theorem")
        if not _is_around(_body(ours), _body(seen)):
            why = "the text outside the proofs is not the challenge's; --server compares texts: state lemmas by have"
            raise Refused("rejected", Reason("statement-changed", why))
        return names

    def _asked(self, text: str, names: Sequence[str]) -> tuple[list[dict[str, Any]], list[Reason]]:
        ends = [f"#print axioms _root_.{name}" for name in names]
        code = "\n".join([text.rstrip("\n"), *ends, "#eval Lean.versionString", ""])
        id = uuid.uuid4().hex
        body = {"snippets": [{"id": id, "code": code}], "timeout": int(self.seconds), "reuse": True}
        try:
            answer = asyncio.run(self._post(body))
        except ImportError as error:
            raise LeanUnavailable("--server needs the package openai: pip install 'step-verifier[llm]'") from error
        except (NoReply, ValueError) as error:
            raise LeanUnavailable(f"the server {self.url} did not answer: {error}") from error
        try:
            (result,) = answer["results"]
            if result["id"] != id:
                raise ValueError("another id")
            if result.get("error") is not None:
                raise LeanUnavailable(f"the server {self.url} did not check the proof: {result['error']!s:.200}")
            response = result["response"]
            messages, sorries = response.get("messages") or [], response.get("sorries") or []
            for one in messages:
                _ = one["severity"] + one["data"], one["pos"]["line"] + one["pos"]["column"]
            return messages, [Reason("sorry", "the proof is not finished", *_at(one)) for one in sorries]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise LeanUnavailable(f"the answer of the server {self.url} cannot be read ({error!r:.80})") from error

    async def _post(self, body: dict[str, Any]) -> Any:
        # The key of a language model is never sent to a server of Lean.
        patience = Patience(self.seconds + GRACE, 2, MOST_BYTES)
        server = Endpoint(self.url, os.environ.get(KEY) or NO_KEY, patience)
        try:
            return await server.post_to("/api/check", body)
        finally:
            await server.close()

    def _axioms(self, messages: Sequence[dict[str, Any]], names: Sequence[str]) -> Iterator[Reason]:
        said = [" ".join(one["data"].split()) for one in messages if one["severity"] == "info"]
        for name in names:
            begin = f"'{name}' depends on axioms: ["
            none = [[""] for text in said if text == f"'{name}' does not depend on any axioms"]
            some = [text[len(begin) : -1].split(", ") for text in said if text.startswith(begin) and text.endswith("]")]
            if len(none) + len(some) != 1:
                raise LeanUnavailable(f"the server {self.url} does not report the axioms of {name} once")
            for axiom in filter(None, (none + some)[0]):
                if axiom not in self.axioms:
                    rule = "sorry" if axiom == "sorryAx" else "axiom"
                    yield Reason(rule, f"{name} rests on the axiom {axiom}, which is not permitted")


def _version(messages: Sequence[dict[str, Any]]) -> str:
    """The version that the server says at the end, else nothing."""
    said = [one["data"].strip().removeprefix('"').removesuffix('"') for one in messages if one["severity"] == "info"]
    return next((text for text in reversed(said) if text[:1].isdigit() and " " not in text and version_of(text)), "")


def _errors(messages: Sequence[dict[str, Any]]) -> Iterator[Reason]:
    return (Reason("elaboration-error", one["data"], *_at(one)) for one in messages if one["severity"] == "error")


def _at(one: dict[str, Any]) -> tuple[int, int]:
    return one["pos"]["line"], one["pos"]["column"]


def _theorems(words: Sequence[Word]) -> Iterator[str]:
    """Yield the full names of the theorems of a text."""
    opened: list[str] = []
    for word, after in zip(words, (*words[1:], Word("", 0, 0)), strict=True):
        if word.quoted:
            continue
        if word.text in ("namespace", "section"):
            opened.append(after.text if word.text == "namespace" else "")
        elif word.text == "end" and opened:
            opened.pop()
        elif word.text in ("theorem", "lemma"):
            name = ".".join([*filter(None, opened), after.text])
            yield after.text.removeprefix("_root_.") if after.text.startswith("_root_.") else name


def _body(seen: Look) -> list[str]:
    """The words below the imports."""
    words = [word.text for word in seen.seen]
    imported = [i for i, text in enumerate(words) if text in seen.imports and "import" in words[max(0, i - 2) : i]]
    return words[imported[-1] + 1 :] if imported else words


def _is_around(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether a text is the challenge with something in the place of each ``sorry``."""
    pieces, at = [list[str]()], 0
    for word in ours:
        if word == "sorry":
            pieces.append([])
        else:
            pieces[-1].append(word)
    for i, piece in enumerate(pieces):
        size = len(piece) - (piece[-1:] == ["by"])  # a proof may be a term
        if i == len(pieces) - 1:
            return len(theirs) - at >= size and list(theirs[len(theirs) - size :]) == piece[:size]
        starts = range(at, len(theirs) - size + 1) if i else range(1)
        found = next((start for start in starts if list(theirs[start : start + size]) == piece[:size]), None)
        if found is None:
            return False
        at = found + size
    return False

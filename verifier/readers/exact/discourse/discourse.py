"""Discourse: whether a text speaks of what somebody else wrote, or of a mistake, and whether it has second thoughts.

Blunt on purpose: where it does, nothing of it is held against the chain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.phrases import has_phrase, spoken, without

MAX_REMARK = 6
"""Most words of a remark like ``Not that way.`` or ``Bother!``, which may take back what stands before it."""

_QUOTING = '"“”„«»'
_WORK = frozenset(
    ("answer", "answers", "approach", "argument", "attempt", "calculation", "calculations", "claim", "computation",
     "guess", "line", "lines", "method", "notebook", "paper", "proof", "reasoning", "reply", "response", "result",
     "solution", "statement", "suggestion", "version", "work", "working")
)  # fmt: skip
"""What somebody may have made, which is quoted then."""
_WHOSE = frozenset({"his", "her", "their", "whose"})


def speaks_of_others(problem: str, steps: Iterable[str], known: Callable[[str], bool]) -> bool:
    """Return whether a problem or a step speaks of what somebody else said or wrote, or of a mistake.

    ``known`` tells the words of the problem's story: persons of the story may add and multiply.
    """
    return _of_others(problem) or any(_of_persons(step, known) for step in steps)


def _of_others(text: str) -> bool:
    said = [*spoken(text.replace("trial and error", ""))]
    return has_phrase(said, "OTHERS") or _someones_work(said)


def _someones_work(said: list[str]) -> bool:
    """Whether the work of somebody is named: ``Kim's solution``, ``her attempt``."""
    pairs = pairwise(said)
    return any(b in _WORK and (a in _WHOSE or (a.endswith("'s") and a not in _SHORT)) for a, b in pairs)


_SHORT = frozenset({"let's", "it's", "that's", "here's", "there's", "what's", "vieta's", "euler's", "today's"})


def _of_persons(step: str, known: Callable[[str], bool]) -> bool:
    said = _unstated(without(spoken(step), "PLAIN"))
    strange = [word for before, word in pairwise(["", *said]) if not known(word) and before != "of"]
    shown = any(c in "=<>≤≥≈:" for c in step)  # a friend who got the same answer is not quoted
    return _of_others(step) or has_phrase(said, "IN_STEPS") or (shown and has_phrase(strange, "PERSONS"))


def _unstated(said: list[str]) -> list[str]:
    """The words without *states* where it says what a law or the problem states."""
    stating = {at for at, word in enumerate(said) if word in _STATING}
    lawful = {at for at in stating if has_phrase(said[max(0, at - _NEAR) : at], "LAWS")}
    return ["." if at in lawful else word for at, word in enumerate(said)]


_STATING = frozenset({"states", "stated"})
_NEAR = 8
"""Farthest, in words, that a law stands before what it states."""


def quotes(step: str) -> bool:
    """Return whether a step puts something into quotation marks, or sets a line as a quotation."""
    return any(mark in step for mark in _QUOTING) or step.lstrip().startswith(">") or "\n>" in step


def has_second_thoughts(step: str, known: Callable[[str], bool]) -> bool:
    """Return whether a step takes back, corrects or doubts something that may stand before it.

    ``known`` tells the words of the problem's story.
    """
    said = without(spoken(step.replace("trial and error", "")), "PLAIN")
    return (
        has_phrase(said, "SECOND_THOUGHTS")
        or any(has_phrase([*spoken(clause)][-3:], "ENDING_THOUGHTS") for clause in _clauses(step))
        or _of_oneself(said)
        or any(_aside(*one, known) for one in _remarks(step))
        or any(_exclaims(one, known) for one in _openings(step))
    )


def _of_oneself(said: list[str]) -> bool:
    """Whether the writer tells what he or she did before (``I dropped a ten``), or did amiss (``misadded``)."""
    told = any(a == "i" and (b.endswith("ed") or b in _PAST) for a, b in pairwise(said))
    told = told or any(a == "actually" and b not in ("a", "an") for a, b in pairwise([*said, ""]))
    return told or any(word.startswith("mis") and word.endswith(_AMISS) and word not in _MISSING for word in said)


_PAST = frozenset(
    ("accidentally", "did", "didn't", "forgot", "gave", "got", "had", "left", "lost", "made", "meant", "must", "put",
     "read", "said", "should", "shouldn't", "thought", "took", "was", "went", "wrote")
)  # fmt: skip
_AMISS = ("ed", "ing", "read", "took", "take", "calculation", "count", "step")
_MISSING = frozenset({"missed", "missing"})


def _remarks(step: str) -> list[tuple[list[str], bool]]:
    """The clauses of a step that hold no formula, each as its words, and whether it is an exclamation."""
    plain = (part for part in _clauses(step) if not any(c.isdigit() or c in _MARKS for c in part))
    return [([*spoken(part)], part.endswith("!")) for part in plain]


def _clauses(step: str) -> list[str]:
    for mark in ".!?;,:—–":
        step = step.replace(mark, f"{mark}\n")
    return step.split("\n")


def _openings(step: str) -> list[str]:
    """The word that each sentence begins with, where a comma or an exclamation mark follows that word."""
    for mark in "?;":
        step = step.replace(mark, ".")
    step = step.replace("!", "!. ").replace("\n", ". ")
    firsts = (sentence.replace("!", ",").partition(",") for sentence in step.split(". "))
    words_alone = (first.strip().lower() for first, mark, _ in firsts if mark)
    return [word for word in words_alone if word.isalpha() and len(word) > 2]


def _exclaims(word: str, known: Callable[[str], bool]) -> bool:
    """Whether a word that stands alone is an exclamation: it neither joins sentences nor tells how or what is done."""
    told = words.inert(word) or word.endswith(("ly", "ing", "ed")) or known(word) or word in words.FUNCTION_WORDS
    return not told and word not in _HEADINGS | words.ORDINALS


_HEADINGS = frozenset(
    ("altogether", "answer", "besides", "easy", "else", "example", "given", "however", "likewise", "moreover",
     "nevertheless", "nonetheless", "note", "otherwise", "proof", "qed", "recall", "solution", "still",
     "together", "total", "yes", "done", "great", "nice", "perfect")
)  # fmt: skip
"""Words that begin a sentence before a comma, or are one, and take nothing back."""

_MARKS = "=<>≤≥≈$\\*#()[]{}|^_/+"
"""What a remark in plain words does not hold."""


def _aside(said: list[str], exclaimed: bool, known: Callable[[str], bool]) -> bool:
    """Whether a remark of few words denies something, or exclaims words that no list and no story has: ``Bother!``."""
    if not 0 < len(said) <= MAX_REMARK or any(len(word) == 1 and word not in "ai" for word in said):
        return False
    strange = exclaimed and len(said) < 4 and not any(words.listed(word) or known(word) for word in said)
    told = bool(_CASES & set(said[1:2])) or any(a in ("be", "not") and b in ("a", "an") for a, b in pairwise(said))
    denies = not told and any(word in _DENYING or word.endswith("n't") for word in said)
    return strange or (denies and (len(said) < 4 or said[0] in _POINTING))


_CASES = frozenset({"case", "cases", "subcase", "subcases", "possibility", "situation", "scenario"})
"""What may not occur, and nothing is taken back."""
_DENYING = frozenset({"no", "not", "never", "cannot"})
_POINTING = frozenset({"but", "it", "no", "not", "this", "that", "well", "which"})

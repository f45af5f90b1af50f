"""Conversations that label: the user says a step a turn, and each answer is its label, ``+`` or ``-``.

RLHFlow's process reward models are trained on these (https://github.com/RLHFlow/RLHF-Reward-Modeling, math-rm): the
first turn holds the problem and the first step.
"""

from __future__ import annotations

from verifier.intake.example import BadRow, Example, Neutral, Row, example, first_of
from verifier.intake.formats.chat import messages_of
from verifier.intake.formats.format import Format
from verifier.intake.formats.labelled.rollouts import problem_and_step, unnumbered
from verifier.intake.formats.plain import problem_in
from verifier.intake.formats.turns import are_messages, role_of, said
from verifier.intake.step_labels import labels_of

SIGNS = ("+", "-")


def _is(row: Row) -> bool:
    found = messages_of(row)
    if not are_messages(found):
        return False
    answers = [turn.get("content", turn.get("value")) for turn in found if role_of(turn) == "assistant"]
    return bool(answers) and all(isinstance(one, str) and one.strip() in SIGNS for one in answers)


def _read(row: Row, neutral: Neutral) -> Example:
    """A turn without a label behind it is a step of which nothing is said; of several before the first label the last
    is the first step, and the others are the problem."""
    told = list[tuple[str, str | None]]()
    for turn in messages_of(row):
        role, words = role_of(turn), said(turn).strip()
        if role == "user":
            told.append((words, None))
        elif role == "assistant" and told and told[-1][1] is None:
            told[-1] = (told[-1][0], words)
        elif role == "assistant":
            raise BadRow(f"expected a step of the user before each label, got {words!r:.10} behind {len(told)} steps")
    first = next(i for i, (_, mark) in enumerate(told) if mark is not None)
    asked = "\n\n".join(words for words, _ in told[:first]) or problem_in(row)
    problem, step = problem_and_step(told[first][0], asked)
    steps = [step, *(unnumbered(words, i) for i, (words, _) in enumerate(told[first + 1 :], 2))]
    labels = labels_of([mark for _, mark in told[first:]], neutral)
    return example(problem, steps, row, labels=labels, first_error=first_of(labels), answer=row.get("answer"))


RLHFLOW = Format(
    "rlhflow",
    '{"conversations": [{"role": "user", "content": a step}, {"role": "assistant", "content": "+" or "-"}, ...]}',
    _is,
    _read,
)

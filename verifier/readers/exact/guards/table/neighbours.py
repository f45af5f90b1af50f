"""Guards of neighbours: what stands beside a formula, or in the next line, and may belong to it."""

from __future__ import annotations

from typing import Final

from verifier.mathtext.guards.guard import Blocks, guard

TOUCHES: Final = guard(
    "touches",
    "{} touches the formula",
    Blocks.DECISION,
    fires=("So ?2 + 3 = 6",),
    silent=("so 2 + 3 = 6",),
)
WORD_BEFORE: Final = guard(
    "word-before",
    "the word {} stands before the formula",
    Blocks.DECISION,
    fires=("Half 2 + 3 = 6",),
    silent=("We get 2 + 3 = 6",),
)
WORD_AFTER: Final = guard(
    "word-after",
    "the word {} stands after the formula",
    Blocks.DECISION,
    fires=("2 + 3 = 6 squared",),
    silent=("2 + 3 = 6 pens",),
)
SIGN_BEFORE: Final = guard(
    "sign-at-start",
    "the formula begins with a sign that may join it to what stands before",
    Blocks.DECISION,
    fires=("The rest -2 + 3 = 6",),
    silent=("So -2 + 3 = 6",),
)
OF_BEFORE: Final = guard(
    "of-before",
    "'of' stands before the formula",
    Blocks.DECISION,
    fires=("Two thirds of 6 + 3 = 8",),
    silent=("The cost of 6 + 3 = 8",),
)
RATIO_BEFORE: Final = guard(
    "ratio-before",
    "a ratio, a time or a list number stands before the formula",
    Blocks.DECISION,
    fires=("The ratio is 3 : 2 + 3 = 6",),
    silent=("The sum: 2 + 3 = 6",),
)
ARTICLE: Final = guard(
    "article-or-letter",
    "an article, or a letter of the formula",
    Blocks.DECISION,
    fires=("A x = 2 + 3",),
    silent=("The x = 2 + 3",),
)
COMMA: Final = guard(
    "comma-in-number",
    "a comma may stand inside a number",
    Blocks.DECISION,
    fires=("14, 400 / 80 = 6",),
    silent=("14 of them, 400 / 80 = 6",),
)
UNCLOSED: Final = guard(
    "bracket-not-closed",
    "a bracket before the formula does not close",
    Blocks.DECISION,
    fires=("We have (54 + 3 = 18",),
    silent=("We have (54 + 3 = 18)",),
)
RIGHT_SHARE: Final = guard(
    "share-on-the-right",
    "the right side is a share of something",
    Blocks.DECISION,
    fires=("12 = 20% of 50",),
    silent=("20% of 50 = 12",),
)
BOUND: Final = guard(
    "bound-after",
    "the words after the formula make a bound of it",
    Blocks.DECISION,
    fires=("2 + 3 = 6 or more",),
    silent=("2 + 3 = 6",),
)
APPROXIMATION: Final = guard(
    "approximation-in-chain",
    "an approximation inside a chain of inequalities",
    Blocks.DECISION,
    fires=("5/3 ≈ 1.9 < 2", "So 90/123 < k < 180/123 ≈ 0.732 < k < 1.463."),
    silent=("5/3 = 1.9 < 2",),
)
SCORE: Final = guard(
    "score-after",
    "the word 'to' after the formula may make a score of it",
    Blocks.DECISION,
    fires=("2 + 3 = 6 to 4",),
    silent=("2 + 3 = 6 to them",),
)
SHARE_OF_NEXT: Final = guard(
    "share-of-next",
    "a share of what follows",
    Blocks.DECISION,
    fires=("2/3 + 1/3 = 2 of the cake",),
    silent=("2 + 3 = 6 pens of hers",),
)
RATIO_AFTER: Final = guard(
    "ratio-after",
    "a ratio or a time stands after the formula",
    Blocks.DECISION,
    fires=("2 + 3 = 6:4",),
    silent=("2 + 3 = 6: so we go on",),
)
LINE_BEFORE: Final = guard(
    "line-before",
    "the formula may begin in the line before",
    Blocks.DECISION,
    fires=("the half of\n2 + 3 = 6",),
    silent=("We get:\n2 + 3 = 6",),
)
CASES: Final = guard(
    "one-of-cases",
    "one of several cases",
    Blocks.DECISION,
    fires=("x + 2 = 3 or so",),
    silent=("x + 2 = 3",),
)
TORN: Final = guard(
    "torn-command",
    "a command of LaTeX was torn where a backslash and a letter were taken for a control character",
    Blocks.DECISION,
    fires=("So \nu + 3 = 6",),
    silent=("So \\(\\nu + 3 = 6\\)",),
)
HIDDEN: Final = guard(
    "hidden-characters",
    "characters that cannot be seen or told apart",
    Blocks.DECISION,
    fires=("2 + 3 = 6\u200b",),
    silent=("2 + 3 = 6",),
)
FRAGMENT: Final = guard(
    "fragment",
    "the left side may be a fragment of a formula in another line, or of what was not read",
    Blocks.DECISION,
    fires=("\\(x + 4\\)\n(2 + 3) = 6",),
    silent=("We get\n2 + 3 = 6",),
)
CARRIED: Final = guard(
    "carried-on",
    "the formula may be carried on in the next line, or from the one before",
    Blocks.REFUTATION,
    fires=("2 + 3 = 6\n- 1",),
    silent=("2 + 3 = 6\nDone.",),
)

SHARE: Final = guard(
    "share-as-amount",
    "a share may be set equal to how much it is of a quantity",
    Blocks.REFUTATION,
    fires=("2/5 = 24",),
    silent=("150/12 = 13",),
)
OPEN_SUM: Final = guard(
    "open-sum",
    "a sum may take in what is added after it",
    Blocks.REFUTATION,
    fires=("\\(\\sum_{k=1}^{3} k + 1 = 8\\)",),
    silent=("\\(\\sum_{k=1}^{3} k = 8\\)",),
)
RANGE: Final = guard(
    "range-or-label",
    "a range or a label",
    Blocks.REFUTATION,
    fires=("Weeks 1-2 = 9",),
    silent=("Weeks: 1 - 2 = 9",),
)
DESCRIBED: Final = guard(
    "described-number",
    "a single number, described by the words before it",
    Blocks.REFUTATION,
    fires=("The blue 4 = 3 + 2",),
    silent=("So 4 = 3 + 2",),
)
NUMBERED_LINE: Final = guard(
    "numbered-line",
    "the number that the line begins with may count the lines",
    Blocks.DECISION,
    fires=("1. 4 + 1 = 5\n2 - 6 + 3 = -1",),
    silent=("1. 4 + 1 = 5\n2. 6 + 3 = 9",),
)
LABEL_OR_FACTOR: Final = guard(
    "label-or-factor",
    "what stands before the formula may label the line, or be a factor of it",
    Blocks.DECISION,
    fires=("(x) (y + 1) = 6",),
    silent=("(a) 2 + 3 = 5",),
)
LISTED: Final = guard(
    "lists",
    "lists may stand on both sides",
    Blocks.REFUTATION,
    fires=("5 + 1, 5 - 1 = 6, 5",),
    silent=("5 + 1 = 7, so we go on",),
)
COUNTED: Final = guard(
    "divisors-counted",
    "a number may be set equal to how many divisors or multiples it has",
    Blocks.REFUTATION,
    fires=("Divisors: 12 = 3 · 2 = 6",),
    silent=("Result: 12 = 3 · 2 = 6", "In prime factors 1584 = 2^3 · 3^2 · 11"),
)

"""What a model can do next, by what was said of its step or its statement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from verifier.judging.judgements.judgement import Unjudgement
from verifier.kernel.verdict import Reason

FORMALLY: Final = "write the step as a formal chain, and put it to check_formal"
MEND: Final = "mend this step; what rests on it has to be done again"
READ_ONLY: Final = f"what its words say besides these formulas is not decided: say that as formulas, too, or {FORMALLY}"

OF_STEPS: Final[Mapping[Unjudgement, str]] = {
    Unjudgement.NOTHING_TO_CHECK: f"state what the step finds as an equation or a comparison, or {FORMALLY}",
    Unjudgement.NOTHING_CLAIMED: "nothing: the step claims nothing of mathematics",
    Unjudgement.NOT_SETTLED: f"write it more plainly, one equation a sentence, or {FORMALLY}",
    Unjudgement.RESTS_ON_ERROR: "mend the step that it rests on first",
    Unjudgement.OUT_OF_DOMAIN: "nothing: this is no mathematics",
    Unjudgement.OTHER_LANGUAGE: "say it in English, or write a formal chain, and put it to check_formal",
    Unjudgement.TOO_LONG: "split the step",
    Unjudgement.BAD_INPUT: "send the step as a text",
}
"""What can be done about a step that is not judged."""

OF_CLAIMS: Final[Mapping[Reason, str]] = {
    Reason.NOT_ENTAILED: "state what it follows from, or put a step between",
    Reason.CONFLICTS_WITH_STATED: "one of the two is wrong: look at both",
    Reason.INCONSISTENT_CONTEXT: "what stands before it contradicts itself: mend that first",
    Reason.AMBIGUOUS: "write it so that it can be read in one way: brackets, units, letters",
    Reason.ROUNDED: "give the number exactly, or say about(a, b, places)",
    Reason.SIDE_CONDITION: "state the condition that it needs, such as x != 0, where it is not given yet",
    Reason.OUT_OF_SCOPE: "say it in other terms, or by smaller statements",
    Reason.OUT_OF_BUDGET: "split it into smaller statements",
    Reason.ENGINE_LOST: "ask once more",
    Reason.NO_ENGINE: "nothing: this server was started without the engine",
    Reason.TYPE_ONLY: "give the type as a fact, such as n in Int",
    Reason.NO_MODEL_FOUND: "leave out what it does not need, or give values; this does not say that what is given "
    "contradicts itself",
    Reason.NO_CERTIFICATE: "say it by simpler statements: a lemma, a case, a witness",
    Reason.CONTRADICTORY_SUPPOSITION: "claim False there, which ends the supposition, or look at what is given",
    Reason.GUARDED: "leave out the guard, where it is wrong",
    Reason.ALTERNATIVE: "write it so that it can be read in one way: units, brackets, what is counted",
    Reason.PROGRAM_REFUSED: "leave out what the reason names",
    Reason.NO_SANDBOX: "nothing: no program is run on this machine",
    Reason.INTERPRETERS_DIFFER: "nothing: the program uses what its language leaves open",
}
"""What can be done about a claim that stays unknown."""

INDEPENDENT: Final = "it does not follow from what is given: was a fact left out, or does it hold in one case only?"
TRANSLATED_OTHERWISE: Final = "or the formal chain says it otherwise than the text: then mend that"
UNSAID: Final = "say these words by a statement that quotes them"
EMPTY: Final = "state what the step claims: an empty step settles nothing"

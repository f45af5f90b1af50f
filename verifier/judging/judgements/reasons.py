"""Why a claim stays unknown and a step unjudged: what each reason means, and what can be done about it."""

from __future__ import annotations

from verifier.judging.judgements.judgement import Unjudgement
from verifier.kernel.verdict import Reason
from verifier.mathtext.scan import MAX_LENGTH

MEANING = {
    Reason.NOT_ENTAILED: "does not follow from what was read",
    Reason.CONFLICTS_WITH_STATED: "conflicts with something the chain only stated",
    Reason.INCONSISTENT_CONTEXT: "what stands before it contradicts itself",
    Reason.AMBIGUOUS: "can be read in more than one way",
    Reason.ROUNDED: "may hold up to rounding",
    Reason.SIDE_CONDITION: "holds only under a condition that is not known",
    Reason.OUT_OF_SCOPE: "outside what can be decided here",
    Reason.OUT_OF_BUDGET: "needs more work than is allowed",
    Reason.ENGINE_LOST: "the engine was lost",
    Reason.NO_ENGINE: "no engine is at hand",
    Reason.TYPE_ONLY: "it holds only because of a type that nothing in the text says",
    Reason.NO_MODEL_FOUND: "no example was found in which all that it rests on holds",
    Reason.NO_CERTIFICATE: "no proof of a formula of this shape was found",
    Reason.CONTRADICTORY_SUPPOSITION: "what is supposed contradicts what is given",
    Reason.GUARDED: "a guard of its front end forbids to decide it so",
    Reason.ALTERNATIVE: "another reading of it holds",
    Reason.PROGRAM_REFUSED: "the program asks for what is not run here",
    Reason.NO_SANDBOX: "there is no sandbox on this machine, so no program is run",
    Reason.INTERPRETERS_DIFFER: "two interpreters differ about what the call returns",
}
"""What is said of an unknown claim, where its engine says nothing more exact."""

WORD = {
    Unjudgement.NOTHING_TO_CHECK: "no claim read",
    Unjudgement.NOTHING_CLAIMED: "nothing claimed",
    Unjudgement.NOT_SETTLED: "not settled",
    Unjudgement.RESTS_ON_ERROR: "rests on error",
    Unjudgement.OUT_OF_DOMAIN: "out of domain",
    Unjudgement.OTHER_LANGUAGE: "other language",
    Unjudgement.TOO_LONG: "too long",
    Unjudgement.BAD_INPUT: "bad input",
}
"""What a view calls an unjudged step."""

ADVICE = {
    Reason.NOT_ENTAILED: "name what it follows from, or put a step between",
    Reason.CONFLICTS_WITH_STATED: "one of the two is wrong, and it is not known which: look at both",
    Reason.INCONSISTENT_CONTEXT: "look for what was misread, or misstated, in the problem and the steps before",
    Reason.AMBIGUOUS: "write it out: brackets, units, which letter is meant; `explain` shows the doubt",
    Reason.ROUNDED: "say where a number was rounded, or give it exactly",
    Reason.SIDE_CONDITION: "state the condition (x ≠ 0, x > 0) in the problem or an earlier step",
    Reason.OUT_OF_SCOPE: "nothing, by exact means; `--prm` estimates the step",
    Reason.OUT_OF_BUDGET: "split the claim into smaller ones; where Lean ran out of time, raise `--timeout`",
    Reason.ENGINE_LOST: "run it again; if it stays so, `lean status --full` finds damage",
    Reason.NO_ENGINE: "`--lean auto`, and `lean install` where `doctor` says that Lean is missing",
    Reason.TYPE_ONLY: "quote the words that say so, as a fact of the formal chain",
    Reason.NO_MODEL_FOUND: "say the facts more simply; there may be an example all the same",
    Reason.NO_CERTIFICATE: "say it by simpler formulas, where the text does",
    Reason.CONTRADICTORY_SUPPOSITION: "nothing: what follows from a contradiction is not judged",
    Reason.GUARDED: "look at the words that the guard names; take it out of the formal chain where it is wrong",
    Reason.ALTERNATIVE: "write it so that it can be read in one way: units, brackets, what is counted",
    Reason.PROGRAM_REFUSED: "leave out what the reason names: a run may depend on the program and its call alone",
    Reason.NO_SANDBOX: "use Linux on x86-64 or ARM64, with a kernel that filters system calls (seccomp)",
    Reason.INTERPRETERS_DIFFER: "look at the program: it may use what the language leaves open",
    Unjudgement.NOTHING_TO_CHECK: "no formula was read in the step: write one, or let `--prm` estimate it",
    Unjudgement.NOTHING_CLAIMED: "nothing: by translations that are trusted, the step claims nothing of mathematics",
    Unjudgement.NOT_SETTLED: "some words or claims are left open: `explain` shows which",
    Unjudgement.RESTS_ON_ERROR: "mend the step that it rests on first",
    Unjudgement.OUT_OF_DOMAIN: "the chain is no mathematics, and nothing is said of it",
    Unjudgement.OTHER_LANGUAGE: "only English is read: translate the step, or let `--prm` estimate it",
    Unjudgement.TOO_LONG: f"a step of more than {MAX_LENGTH:,} characters is not read: split it",
    Unjudgement.BAD_INPUT: "see what stands beside it, and the formats in `verifier docs guides/check`",
}
"""What can be done about a reason."""

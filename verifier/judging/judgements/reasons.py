"""Why a claim stays unknown and a step unjudged: what each reason means, and what can be done about it."""

from __future__ import annotations

from verifier.judging.judgements.judgement import Unjudgement
from verifier.kernel.verdict import Reason
from verifier.mathtext.scan import MAX_LENGTH

MEANING = {
    Reason.NOT_ENTAILED: "does not follow from what was read",
    Reason.CONFLICTS_WITH_STATED: "conflicts with something the chain only stated",
    Reason.INCONSISTENT_CONTEXT: "the statements before it contradict each other",
    Reason.AMBIGUOUS: "can be read in more than one way",
    Reason.ROUNDED: "may hold up to rounding",
    Reason.SIDE_CONDITION: "holds only under a condition that is not known",
    Reason.OUT_OF_SCOPE: "outside the decidable part of mathematics",
    Reason.OUT_OF_BUDGET: "needs more work than its budget",
    Reason.ENGINE_LOST: "the engine crashed",
    Reason.NO_ENGINE: "no engine is available",
    Reason.TYPE_ONLY: "it holds only because of a type that the text does not state",
    Reason.NO_MODEL_FOUND: "no model was found for the statements that it rests on",
    Reason.NO_CERTIFICATE: "no proof of a formula of this shape was found",
    Reason.CONTRADICTORY_SUPPOSITION: "the supposition contradicts what is given",
    Reason.GUARDED: "a guard of the reader prevents this verdict",
    Reason.ALTERNATIVE: "another reading of it holds",
    Reason.PROGRAM_REFUSED: "the program uses something that is not run here",
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
    Reason.NOT_ENTAILED: "name what it follows from, or add a step before it",
    Reason.CONFLICTS_WITH_STATED: "one of the two is wrong: review both",
    Reason.INCONSISTENT_CONTEXT: "look for an error, or a misread word, in the problem and the earlier steps",
    Reason.AMBIGUOUS: "write brackets, units and variables in full; `explain` shows the doubt",
    Reason.ROUNDED: "say where a number was rounded, or give it exactly",
    Reason.SIDE_CONDITION: "state the condition (x ≠ 0, x > 0) in the problem or an earlier step",
    Reason.OUT_OF_SCOPE: "no exact method can help; `--prm` estimates the step",
    Reason.OUT_OF_BUDGET: "split the claim into smaller ones, or raise `--timeout` if Lean ran out of time",
    Reason.ENGINE_LOST: "run it again; if it fails again, run `lean status --full`",
    Reason.NO_ENGINE: "use `--lean auto`; run `lean install` if `doctor` reports that Lean is missing",
    Reason.TYPE_ONLY: "quote the words that say so, as a fact of the formal chain",
    Reason.NO_MODEL_FOUND: "state the facts more simply",
    Reason.NO_CERTIFICATE: "use simpler formulas, if the text does",
    Reason.CONTRADICTORY_SUPPOSITION: "nothing: consequences of a contradiction are not judged",
    Reason.GUARDED: "read the words that the guard names; remove it from the formal chain if it is wrong",
    Reason.ALTERNATIVE: "write it so that it has one meaning: units, brackets, what is counted",
    Reason.PROGRAM_REFUSED: "remove what the reason names: a run may depend only on the program and its call",
    Reason.NO_SANDBOX: "use Linux on x86-64 or ARM64, with a kernel that filters system calls (seccomp)",
    Reason.INTERPRETERS_DIFFER: "review the program: it may use something that the language does not define",
    Unjudgement.NOTHING_TO_CHECK: "no formula was read in the step: write one, or let `--prm` estimate it",
    Unjudgement.NOTHING_CLAIMED: "nothing: by the trusted translations, the step has no mathematical claim",
    Unjudgement.NOT_SETTLED: "some words or claims are open: `explain` shows which",
    Unjudgement.RESTS_ON_ERROR: "first fix the step that it rests on",
    Unjudgement.OUT_OF_DOMAIN: "the chain is not about mathematics",
    Unjudgement.OTHER_LANGUAGE: "only English is read: translate the step, or let `--prm` estimate it",
    Unjudgement.TOO_LONG: f"a step of more than {MAX_LENGTH:,} characters is not read: split it",
    Unjudgement.BAD_INPUT: "read the message, and the formats in `verifier docs guides/check`",
}
"""What can be done about a reason."""

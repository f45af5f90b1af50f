module

public import Verifier.Order

/-!
The tactic `step`: a portfolio of proofs, cheapest first, that says which of them closed the goal.

A project that has more to offer adds members of its own: `macro_rules | `(tactic| step) => `(tactic| (norm_num; done))`
is tried before these, and where it fails these are tried.
-/

-- An extracted constant has no exported code of its own.
set_option compiler.extract_closed false

public section

/-- Closes the goal by the first of: computing, linear arithmetic of whole numbers, `grind`, equality of squares. -/
syntax (name := step) "step" : tactic

macro_rules
  | `(tactic| step) => `(tactic| first
      | (rfl; trace "step: rfl")
      | (decide +kernel; trace "step: compute")
      | (intros; omega; trace "step: omega")
      | (intros; grind; trace "step: grind")
      | (intros; apply Verifier.eq_of_sq_eq <;> grind; trace "step: root"))

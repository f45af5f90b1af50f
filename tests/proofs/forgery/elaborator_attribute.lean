-- why: an attribute that hangs code on a piece of syntax
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
import Lean
open Lean Elab Command
@[command_elab Lean.Parser.Command.print] def quiet : CommandElab := fun _ => pure ()
theorem target (n : Nat) : n * n = n := by
  omega

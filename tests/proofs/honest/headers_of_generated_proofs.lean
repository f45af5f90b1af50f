-- status: accepted
--- challenge ---
theorem target (n : Nat) : n < n + 1 := by
  sorry
--- candidate ---
import Std

set_option maxHeartbeats 0
set_option synthInstance.maxHeartbeats 0
set_option maxRecDepth 4000
set_option pp.numericTypes true
set_option linter.all false
set_option autoImplicit false
set_option Elab.async false

open Nat Std

theorem target (n : Nat) : n < n + 1 := by
  set_option maxHeartbeats 0 in
  omega

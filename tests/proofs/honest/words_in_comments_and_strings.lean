-- status: accepted
--- challenge ---
theorem target (n : Nat) : n = n := by
  sorry
--- candidate ---
/- sorry, admit, axiom, native_decide, implemented_by, unsafe: /- nested -/ words only -/
def message : String := "sorry -- axiom /- unsafe"
-- #eval, run_cmd, initialize

theorem target (n : Nat) : n = n := rfl

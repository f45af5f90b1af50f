-- why: code that runs when the module is loaded
-- status: rejected
-- rules: refused-construct, sorry
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
initialize IO.println "loaded"
theorem target (n : Nat) : n * n = n := by
  sorry

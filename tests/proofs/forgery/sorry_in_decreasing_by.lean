-- why: recursion that does not end, with the proof that it does left out
-- status: rejected
-- rules: sorry, elaboration-error
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
def loop (n : Nat) : False := loop (n + 1)
termination_by n
decreasing_by sorry

theorem target : False := loop 0

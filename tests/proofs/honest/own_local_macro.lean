-- status: accepted
--- challenge ---
theorem target (a b : Nat) : a + b = b + a := by
  sorry
--- candidate ---
local macro "swap_sum" : tactic => `(tactic| exact Nat.add_comm _ _)

theorem target (a b : Nat) : a + b = b + a := by
  swap_sum

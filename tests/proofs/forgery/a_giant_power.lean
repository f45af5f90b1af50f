-- why: a power that no memory holds
-- status: rejected
-- rules: elaboration-error, limit, crash
--- challenge ---
theorem target : 2 ^ (2 ^ 60) ≠ 0 := by
  sorry
--- candidate ---
theorem target : 2 ^ (2 ^ 60) ≠ 0 := by
  decide

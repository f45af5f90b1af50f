-- why: an error of a helper is dropped
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : 1 = 1 := by
  sorry
--- candidate ---
#guard_msgs (drop all) in
theorem help : 1 = 2 := by omega
theorem target : 1 = 1 := rfl

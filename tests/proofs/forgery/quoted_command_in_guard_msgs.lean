-- why: a command below another is looked at too
-- status: rejected
-- rules: refused-construct
--- challenge ---
theorem target : False := by
  sorry
--- candidate ---
#guard_msgs in
#eval 1
theorem target : False := trivial

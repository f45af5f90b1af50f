#guard_msgs (drop all) in
theorem help : 1 = 2 := by omega
theorem target : 1 = 1 := rfl

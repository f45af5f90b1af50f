set_option maxHeartbeats 0 in
theorem target (n : Nat) : n * n = n := by
  omega

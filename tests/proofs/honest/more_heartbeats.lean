-- status: accepted
--- challenge ---
theorem target (a b c d : Nat) (h : a + b = c) (k : c + d = 10) (l : 2 * a = 4) : b + d = 8 := by
  sorry
--- candidate ---
set_option maxHeartbeats 400000 in

theorem target (a b c d : Nat) (h : a + b = c) (k : c + d = 10) (l : 2 * a = 4) : b + d = 8 := by
  omega

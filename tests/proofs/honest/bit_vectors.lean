-- status: accepted
--- challenge ---
theorem target (x y : BitVec 8) : x &&& (x &&& y) = x &&& y := by
  sorry
--- candidate ---
theorem target (x y : BitVec 8) : x &&& (x &&& y) = x &&& y := by
  rw [← BitVec.and_assoc, BitVec.and_self]

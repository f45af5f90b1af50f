theorem target (x y : BitVec 8) : x &&& (x &&& y) = x &&& y := by
  sorry

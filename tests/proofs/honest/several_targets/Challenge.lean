namespace Sums

def upTo : Nat → Nat
  | 0 => 0
  | n + 1 => upTo n + (n + 1)

theorem step (n : Nat) : upTo (n + 1) = upTo n + (n + 1) := by
  sorry

theorem closed (n : Nat) : 2 * upTo n = n * (n + 1) := by
  sorry

end Sums

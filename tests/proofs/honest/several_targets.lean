-- status: accepted
--- challenge ---
namespace Sums

def upTo : Nat → Nat
  | 0 => 0
  | n + 1 => upTo n + (n + 1)

theorem step (n : Nat) : upTo (n + 1) = upTo n + (n + 1) := by
  sorry

theorem closed (n : Nat) : 2 * upTo n = n * (n + 1) := by
  sorry

end Sums
--- candidate ---
namespace Sums

def upTo : Nat → Nat
  | 0 => 0
  | n + 1 => upTo n + (n + 1)

theorem step (n : Nat) : upTo (n + 1) = upTo n + (n + 1) := rfl

theorem closed (n : Nat) : 2 * upTo n = n * (n + 1) := by
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [step, Nat.mul_add, ih, ← Nat.add_mul, Nat.mul_comm]

end Sums

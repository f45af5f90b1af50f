/-- Twice a number. -/
def double (n : Nat) : Nat := n + n

namespace Mine
def double (n : Nat) : Nat := 3 * n
end Mine
open Mine in
theorem target (n : Nat) : Mine.double n = 3 * n := rfl

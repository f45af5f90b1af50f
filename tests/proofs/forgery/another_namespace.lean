-- why: a theorem of that name in a namespace
-- status: rejected
-- rules: missing-theorem
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
namespace Mine
theorem target (n : Nat) : n = n := rfl
end Mine

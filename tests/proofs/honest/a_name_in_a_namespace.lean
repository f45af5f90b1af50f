-- status: accepted
--- challenge ---
theorem Deep.Inner.target (n : Nat) : n = n := by
  sorry
--- candidate ---
namespace Deep
namespace Inner
protected theorem target (n : Nat) : n = n := rfl
end Inner
end Deep

-- why: an equality of the candidate's own
-- status: rejected
-- rules: statement-changed
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
namespace Fake
inductive Eq {α : Sort u} : α → α → Prop where
  | all (a b : α) : Eq a b
end Fake
theorem target (n : Nat) : Fake.Eq (n * n) n := .all _ _

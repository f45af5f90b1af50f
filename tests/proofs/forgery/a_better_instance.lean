-- why: an instance of higher priority changes what the statement means
-- status: rejected
-- rules: statement-changed
--- challenge ---
class G (α : Type) (β : outParam Type) where
  g : α → β

instance : G Nat Nat := ⟨fun n => n + 1⟩

theorem target : (G.g (2 : Nat) : Nat) = 2 := by
  sorry
--- candidate ---
class G (α : Type) (β : outParam Type) where
  g : α → β

instance : G Nat Nat := ⟨fun n => n + 1⟩
instance (priority := high) better : G Nat Nat := ⟨fun n => n⟩

theorem target : (G.g (2 : Nat) : Nat) = 2 := by
  rfl

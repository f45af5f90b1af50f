class G (α : Type) (β : outParam Type) where
  g : α → β

instance : G Nat Nat := ⟨fun n => n + 1⟩

theorem target : (G.g (2 : Nat) : Nat) = 2 := by
  sorry

-- status: accepted
--- challenge ---
noncomputable def pick {α : Type} [Nonempty α] : α := Classical.choice inferInstance

theorem target {α : Type} [Nonempty α] : ∃ a : α, a = pick := by
  sorry
--- candidate ---
noncomputable def pick {α : Type} [Nonempty α] : α := Classical.choice inferInstance

theorem target {α : Type} [Nonempty α] : ∃ a : α, a = pick := ⟨_, rfl⟩

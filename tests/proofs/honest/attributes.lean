-- status: accepted
--- challenge ---
def swap {α β : Type} (p : α × β) : β × α := (p.2, p.1)

theorem target {α β : Type} (p : α × β) : swap (swap p) = p := by
  sorry
--- candidate ---
def swap {α β : Type} (p : α × β) : β × α := (p.2, p.1)

section
@[simp] theorem swap_fst {α β : Type} (p : α × β) : (swap p).1 = p.2 := rfl
@[simp] theorem swap_snd {α β : Type} (p : α × β) : (swap p).2 = p.1 := rfl
end

theorem target {α β : Type} (p : α × β) : swap (swap p) = p := by
  simp [swap]

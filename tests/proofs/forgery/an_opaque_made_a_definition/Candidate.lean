def f : Nat → Nat := fun n => n

theorem target : f 2 = 2 := by
  rfl

-- status: accepted
--- challenge ---
theorem target : 3 ∣ 12 := by
  sorry
--- candidate ---
#check Nat.gcd
example : 2 + 2 = 4 := rfl
#print Nat.le

theorem target : 3 ∣ 12 := ⟨4, rfl⟩

#check @target
example : 3 ∣ 12 := target

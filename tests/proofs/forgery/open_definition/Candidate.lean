def answer : Nat := 0
theorem target : answer * answer = 2 * answer := rfl

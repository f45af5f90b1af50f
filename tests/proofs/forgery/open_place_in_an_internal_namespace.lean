-- why: a place of the challenge that is open and that no theorem asks for: the namespace begins with an underscore
-- status: infrastructure
-- rules: bad-challenge
--- challenge ---
theorem easy : 1 + 1 = 2 := by
  sorry
namespace _priv
theorem hard : 1 = 2 := by
  sorry
end _priv
--- candidate ---
theorem easy : 1 + 1 = 2 := rfl

theorem easy : 1 + 1 = 2 := by
  sorry
namespace _priv
theorem hard : 1 = 2 := by
  sorry
end _priv

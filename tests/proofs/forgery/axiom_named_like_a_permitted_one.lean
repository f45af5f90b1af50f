-- why: an axiom of a permitted name in another namespace
-- status: rejected
-- rules: refused-construct, axiom
--- challenge ---
theorem target (n : Nat) : n * n = n := by
  sorry
--- candidate ---
namespace Mine
axiom propext : False
end Mine

theorem target (n : Nat) : n * n = n := Mine.propext.elim

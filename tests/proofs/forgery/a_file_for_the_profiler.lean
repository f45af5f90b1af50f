-- why: an option names a file that the elaborator would write
-- status: rejected
-- rules: refused-construct
--- challenge ---
def same (b : Bool) : Bool := b

theorem target : same false = false := by
  sorry
--- candidate ---
set_option trace.profiler.output "/tmp/profile" in
def same (b : Bool) : Bool := b

theorem target : same false = false := by
  rfl

set_option trace.profiler.output "/tmp/profile" in
def same (b : Bool) : Bool := b

theorem target : same false = false := by
  rfl

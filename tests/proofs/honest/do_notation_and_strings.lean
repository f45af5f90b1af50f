-- status: accepted
--- challenge ---
def greet (name : String) : String := s!"hello {name}"

theorem target : greet "you" = "hello you" := by
  sorry
--- candidate ---
def greet (name : String) : String := s!"hello {name}"

theorem target : greet "you" = "hello you" := by
  decide

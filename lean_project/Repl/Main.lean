module

meta import Repl.Loop

#eval Repl.run 0

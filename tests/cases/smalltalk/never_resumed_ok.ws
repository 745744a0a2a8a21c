"The process is made and never runs: ok: smalltalk-race"
| a p |
a := 0.
p := [ a := a + 1 ] newProcess.
a := a + 1.
p priority: 20

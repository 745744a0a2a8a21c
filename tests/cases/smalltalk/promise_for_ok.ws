"ok: smalltalk-race"
| a p |
p := Promise for: [ a := 1 ].
p wait.
a := 2

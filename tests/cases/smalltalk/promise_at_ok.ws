"ok: smalltalk-race"
| a p |
a := 0.
p := [ a := 1 ] promiseAt: 30.
p value.
a := 2

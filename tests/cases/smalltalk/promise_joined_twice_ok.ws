"ok: smalltalk-race"
| a p q |
p := [ a := 1 ] promise.
p value.
q := [ a := 2 ] promise.
q value.
a := 3

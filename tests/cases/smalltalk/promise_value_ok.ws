"Asking the promise for its value waits for its block: ok: smalltalk-race"
| a p |
a := 0.
p := [ a := 1 ] promise.
p value.
a := 2

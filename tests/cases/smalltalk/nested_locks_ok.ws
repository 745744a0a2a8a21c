"One of the two is common: ok: smalltalk-race"
| a b n |
a := Mutex new. b := Monitor new. n := 0.
[ a critical: [ b critical: [ n := n + 1 ] ] ] fork.
b critical: [ n := n + 1 ]

"ok: smalltalk-race"
| one two a b |
one := Mutex new.
two := RecursionLock new.
a := b := 0.
[ one critical: [ one critical: [ a := a + 1 ] ]. two critical: [ b := b + 1 ] ] fork.
one critical: [ a := a + 1 ].
two critical: [ b := b + 1 ]

"A new one for each: ok: smalltalk-race"
| box |
box := Box new.
[ box items add: 1 ] fork.
box items add: 2

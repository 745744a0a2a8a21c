"ok: smalltalk-race"
| mine |
mine := ProcessLocalVariable new.
[ mine value: 1 ] fork.
mine value: 2

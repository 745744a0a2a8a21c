"The lock is handed to both: ok: smalltalk-race"
| lock cell |
lock := Mutex new.
cell := Cell new.
[ cell add: 1 with: lock ] fork.
cell add: 2 with: lock

"Each gets a lock of its own"
| cell |
cell := Cell new.
[ cell add: 1 with: Mutex new ] fork.
cell add: 2 with: Mutex new

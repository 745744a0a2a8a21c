"The caller holds the lock for what the other object does: ok: smalltalk-race"
| lock store |
lock := RecursionLock new.
store := Store new.
[ lock critical: [ store put: 1 ] ] fork.
lock critical: [ store put: 2. store size ]

| lock store |
lock := RecursionLock new.
store := Store new.
[ lock critical: [ store put: 1 ] ] fork.
store put: 2

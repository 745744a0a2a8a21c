"Each thread makes its own: ok: smalltalk-race"
[ Registry new add: 1 ] fork.
Registry new add: 2

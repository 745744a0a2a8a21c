"The users of each account hold its lock: ok: smalltalk-race"
| accounts |
accounts := OrderedCollection new.
5 timesRepeat: [ accounts add: Account new setUp ].
accounts do: [:each |
	[ each lock critical: [ each deposit: 1 ] ] fork.
	[ each lock critical: [ each deposit: 2 ] ] fork ]

"The lock of the one does not protect the other"
| accounts |
accounts := OrderedCollection new.
5 timesRepeat: [ accounts add: Account new setUp ].
accounts do: [:each |
	[ each lock critical: [ accounts first deposit: 1 ] ] fork ]

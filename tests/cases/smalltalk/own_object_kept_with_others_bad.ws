"Each round makes a list and starts a process, but each process changes the lists of all"
| all |
all := OrderedCollection new.
all add: OrderedCollection new.
1 to: 3 do: [:i |
	| mine |
	mine := OrderedCollection new.
	all := all copyWith: mine.  "expect: smalltalk-race"
	[ all do: [:each | each add: i ] ] fork ].  "expect: smalltalk-race"

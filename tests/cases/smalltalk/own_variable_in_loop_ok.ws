"Each round has its own variable and its own collection: ok: smalltalk-race"
10 timesRepeat: [
	| mine list |
	mine := 0.
	list := OrderedCollection new.
	list add: 1.
	[ mine := mine + 1. list add: mine ] fork ]

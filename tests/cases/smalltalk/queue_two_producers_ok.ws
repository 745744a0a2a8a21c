"ok: smalltalk-race"
| queue |
queue := SharedQueue new.
2 timesRepeat: [
	[ | list |
	list := OrderedCollection new.
	list add: 1.
	queue nextPut: list ] fork ].
[ queue next add: 0 ] fork

"Each element belongs to the producer until it is put, then to the consumer: ok: smalltalk-race"
| queue |
queue := SharedQueue new.
[ 1 to: 10 do: [:i |
	| list |
	list := OrderedCollection new.
	list add: i.
	queue nextPut: list ] ] fork.
[ [ queue next add: 0 ] repeat ] fork

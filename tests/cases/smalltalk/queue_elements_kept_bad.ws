"The producer goes on with what it gave away"
| queue |
queue := SharedQueue new.
[ 1 to: 10 do: [:i |
	| list |
	list := OrderedCollection new.
	queue nextPut: list.
	list add: i ] ] fork.  "expect: smalltalk-race"
[ [ queue next add: 0 ] repeat ] fork  "access: update"

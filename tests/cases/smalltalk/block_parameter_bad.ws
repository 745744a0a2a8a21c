"The element goes into the block by its parameter"
| lists |
lists := Array with: OrderedCollection new.
lists do: [:each |
	[ each add: 1 ] fork.  "expect[a]: smalltalk-race; expect[b]: smalltalk-race"
	each add: 2 ]  "access[b]: update"

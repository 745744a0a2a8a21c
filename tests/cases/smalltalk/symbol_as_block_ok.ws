"The element is the process's own"
[ | lists |  "ok: smalltalk-race"
	lists := OrderedCollection new.
	lists add: OrderedCollection new.
	lists do: #removeFirst ] fork.
[ | lists |
	lists := OrderedCollection new.
	lists add: OrderedCollection new.
	lists do: #removeFirst ] fork

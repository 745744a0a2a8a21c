"A symbol in place of a block: each element gets the message"
| lists |
lists := OrderedCollection new.
lists add: OrderedCollection new.
[ lists do: #removeFirst ] fork.  "expect: smalltalk-race"
lists first add: 3  "access: update"

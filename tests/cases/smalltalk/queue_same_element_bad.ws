"The same list is put twice: two consumers can have it"
| queue list |
queue := SharedQueue new.
list := OrderedCollection new.
queue nextPut: list; nextPut: list.
2 timesRepeat: [ [ queue next add: 0 ] fork ]  "expect: smalltalk-race"

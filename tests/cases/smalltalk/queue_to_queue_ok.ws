"Each stage takes an element, changes it and gives it to the next one: ok: smalltalk-race"
| parsed checked |
parsed := SharedQueue new.
checked := SharedQueue new.
[ 1 to: 5 do: [ :i | parsed nextPut: (OrderedCollection with: i) ] ] fork.
[ 5 timesRepeat: [ | element | element := parsed next. element add: 2. checked nextPut: element ] ] fork.
[ 5 timesRepeat: [ checked next add: 3 ] ] fork

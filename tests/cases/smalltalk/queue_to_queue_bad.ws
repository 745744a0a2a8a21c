"The second stage changes it when it has given it away."
| parsed checked |
parsed := SharedQueue new.
checked := SharedQueue new.
[ 1 to: 5 do: [ :i | parsed nextPut: (OrderedCollection with: i) ] ] fork.
[ 5 timesRepeat: [ | element | element := parsed next. checked nextPut: element. element add: 2 ] ] fork.  "expect: smalltalk-race"
[ 5 timesRepeat: [ checked next add: 3 ] ] fork  "access: update"

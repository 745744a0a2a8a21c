| r twice d |
r := Array new: 2.
[ r at: 1 put: 3 ] fork.  "expect[a]: smalltalk-race"
[ r at: 1 put: 4 ] fork.  "access[a]: write"
twice := Array new: 4.
2 timesRepeat: [ 1 to: 4 do: [ :i | [ twice at: i put: i ] fork ] ].  "expect[b]: smalltalk-race"
d := Dictionary new.
[ d at: 1 put: 3 ] fork.  "expect[c]: smalltalk-race"
[ d at: 2 put: 4 ] fork  "access[c]: write"

"Different elements: ok: smalltalk-race"
| r squares |
r := Array new: 2.
[ r at: 1 put: 3 ] fork.
[ r at: 2 put: 4 ] fork.
squares := Array new: 4.
1 to: 4 do: [ :i | [ squares at: i put: i * i ] fork ]

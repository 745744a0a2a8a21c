"ok: smalltalk-race"
| make |
make := [ { 1. 2 } ].
[ make value at: 1 put: 2 ] fork.
make value at: 1 put: 3

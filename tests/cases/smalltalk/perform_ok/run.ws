"ok: smalltalk-race"
| c |
c := Cell new.
[ c perform: #size ] fork.
c perform: #put: with: 1

"ok: smalltalk-race"
| b |
b := ProcessSpecificVariable new.
[ b value: 1 ] fork.
b value: 2. b value

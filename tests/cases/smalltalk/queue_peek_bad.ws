"nextOrNil does not wait"
| queue text |
queue := SharedQueue new.
[ text := 'made'. queue nextPut: text ] fork.  "expect: smalltalk-race"
queue nextOrNil.
text := 'used'  "access: write"

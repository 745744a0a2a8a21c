"ok: smalltalk-race"
| a lock |
lock := Mutex new.
[ [ 3 foo ] ensure: [ lock critical: [ a := 1 ] ] ] fork.
[ 4 foo ] on: Error do: [:e | lock critical: [ a := 2 ] ]

"ok: smalltalk-race"
| a lock |
a := 0.
lock := Mutex new.
10 timesRepeat: [ [ lock critical: [ a := a + 1 ] ] fork ]

"ok: smalltalk-race"
| d lock |
d := Set new.
lock := Mutex new.
[ lock critical: [ d add: 1 ] ] fork.
lock critical: [ d remove: 1 ifAbsent: [ nil ] ]

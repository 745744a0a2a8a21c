| lock total |
lock := Mutex new.
total := #total -> 0.
[ lock critical: [ total value: total value + 1 ] ] fork.  "ok: smalltalk-race"
lock critical: [ total value: total value + 1 ]

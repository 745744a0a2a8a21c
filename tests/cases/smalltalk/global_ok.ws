"Read only: ok: smalltalk-race"
counter := 2.
[ counter printString ] fork.
counter printString

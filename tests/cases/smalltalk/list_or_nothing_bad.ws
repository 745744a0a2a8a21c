"The answer is the list itself."
| list lock same |
list := OrderedCollection new.
lock := Mutex new.
[ lock critical: [ list add: 1 ] ] fork.  "expect: smalltalk-race"
same := lock critical: [ list ifNil: [ #() ] ].
same do: [ :each | Transcript show: each printString ]  "access: read"

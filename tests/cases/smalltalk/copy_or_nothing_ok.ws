"With a block for each case the receiver is never the answer: ok: smalltalk-race"
| list lock copy |
list := OrderedCollection new.
lock := Mutex new.
[ lock critical: [ list add: 1 ] ] fork.
copy := lock critical: [ list ifNil: [ #() ] ifNotNil: [ list copy ] ].
copy do: [ :each | Transcript show: each printString ]

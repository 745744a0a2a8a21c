"ok: smalltalk-race"
| monitor items |
monitor := Monitor new.
items := OrderedCollection new.
[ monitor critical: [ items add: 1. monitor signal ] ] fork.
monitor critical: [ [ items isEmpty ] whileTrue: [ monitor wait ]. items removeFirst ]

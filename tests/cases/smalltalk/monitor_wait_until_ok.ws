"The condition is tested under the monitor: ok: smalltalk-race"
| monitor items |
monitor := Monitor new.
items := OrderedCollection new.
[ monitor critical: [ items add: 1. monitor signal ] ] fork.
monitor critical: [ monitor waitUntil: [ items notEmpty ]. items removeFirst ]

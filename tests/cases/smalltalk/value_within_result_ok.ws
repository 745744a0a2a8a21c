"ok: smalltalk-race"
| r |
r := [ OrderedCollection new add: 1; yourself ] valueWithin: 1 seconds onTimeout: [ nil ].
r add: 2

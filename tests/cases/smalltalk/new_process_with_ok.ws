"ok: smalltalk-race"
| list p |
list := OrderedCollection new.
p := [:given | given add: 1 ] newProcessWith: { list }.
list add: 2.
p resume

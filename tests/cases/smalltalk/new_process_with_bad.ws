"The block's argument is the collection that the script goes on filling"
| list p |
list := OrderedCollection new.
p := [:given | given add: 1 ] newProcessWith: { list }.  "expect: smalltalk-race"
p resume.
list add: 2  "access: update"

"The value of the promise is the collection that its thread made, and somebody goes on using it."
| p list q |
p := [ | l | l := OrderedCollection new. [ l add: 1 ] fork. l ] promise.  "expect: smalltalk-race"
list := p value.
list add: 2  "access: update"

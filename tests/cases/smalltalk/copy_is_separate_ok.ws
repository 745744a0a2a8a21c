"ok: smalltalk-race"
| d e |
d := OrderedCollection new.
d add: 1.
e := d copy.
[ e add: 1 ] fork.
d add: 2

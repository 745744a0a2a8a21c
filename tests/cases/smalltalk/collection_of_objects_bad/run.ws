"Objects in a collection are shared by all that get them from it"
| all |
all := OrderedCollection new.
all add: Cell new.
[ all first put: 1 ] fork.
all last put: 2

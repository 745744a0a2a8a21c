| box |
box := Box new.
[ box items add: 1 ] fork.  "expect: smalltalk-race"
box items add: 2  "access: update"

| cache |
cache := Dictionary new.
[ cache at: #a ifAbsentPut: [ 1 ] ] fork.  "expect: smalltalk-race"
cache at: #a ifAbsent: [ nil ]  "access: read"

| out |
out := WriteStream on: String new.
[ out nextPutAll: 'a' ] fork.  "access: write"
out nextPutAll: 'b'  "expect: smalltalk-race"

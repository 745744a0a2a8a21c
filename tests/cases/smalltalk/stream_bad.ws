| out |
out := WriteStream on: String new.
[ out nextPutAll: 'a' ] fork.  "expect: smalltalk-race"
out nextPutAll: 'b'  "access: write"

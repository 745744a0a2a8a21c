"Each has its own stream: ok: smalltalk-race"
| make |
make := [ WriteStream on: String new ].
[ make value nextPutAll: 'a' ] fork.
make value nextPutAll: 'b'

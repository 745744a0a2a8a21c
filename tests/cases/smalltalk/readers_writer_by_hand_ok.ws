"The first reader takes the writer's lock for all readers: ok: smalltalk-race"
| data readers count writing |
data := readers := 0.
count := Semaphore forMutualExclusion.
writing := Semaphore forMutualExclusion.
2 timesRepeat: [
	[ count critical: [ readers := readers + 1. readers = 1 ifTrue: [ writing wait ] ].
	Transcript show: data printString.
	count critical: [ readers := readers - 1. readers = 0 ifTrue: [ writing signal ] ] ] fork ].
[ writing critical: [ data := data + 1 ] ] fork

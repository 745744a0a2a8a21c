"Blocks of control structures run in place: under the lock that is held around them: ok: smalltalk-race"
| lock a |
lock := Mutex new.
a := 0.
[ lock critical: [
	a = 1 ifTrue: [ a := 1 ] ifFalse: [ a := 2 ].
	[ a = 2 ] whileTrue: [ a := 3 ].
	1 to: 3 do: [:n | a := n ].
	#(1 2) do: [:n | a := n ].
	[ 3 foo ] ensure: [ a := 4 ].
	[ 3 foo ] on: Error do: [:x | a := 5 ].
	3 timesRepeat: [ a := 6 ].
	[ a := 7. a > 6 ] whileFalse ] ] fork.
lock critical: [ a := 8 ]

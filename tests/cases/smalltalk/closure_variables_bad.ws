"Two variables of a script go through blocks into other threads. first and second are handed on in order."
| total limit |
total := 0.
limit := 0.
[
	| first second |
	first := total.  "access[b]: read"
	second := first.
	[
		limit := first + second  "expect[a]: smalltalk-race"
	] forkAt: 20
] forkAt: 10.
total := limit  "access[a]: read; expect[b]: smalltalk-race"

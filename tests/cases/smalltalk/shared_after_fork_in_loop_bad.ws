"Each round has its own variable, but uses it after it gave it away"
10 timesRepeat: [
	| mine |
	mine := 0.
	[ mine := mine + 1 ] fork.  "access: write"
	mine := 2 ]  "expect: smalltalk-race"

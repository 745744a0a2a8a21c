"Each round has its own variable, but uses it after it gave it away"
10 timesRepeat: [
	| mine |
	mine := 0.
	[ mine := mine + 1 ] fork.  "expect: smalltalk-race"
	mine := 2 ]  "access: write"

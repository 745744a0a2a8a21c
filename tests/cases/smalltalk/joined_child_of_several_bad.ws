"Each of the threads waits for its own child only"
| a |
a := 0.
2 timesRepeat: [
	[
		[ a := a + 1 ] forkAndWait.  "expect[a]: smalltalk-race; expect[b]: smalltalk-race"
		a := a + 2  "access[b]: write; expect[c]: smalltalk-race"
	] fork ]

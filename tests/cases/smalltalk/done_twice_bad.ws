"Both can find it not started: no mere flag."
| started |
started := false.
2 timesRepeat: [
	[ started ifFalse: [ started := true. Transcript show: 'started' ] ] fork ]  "expect[a]: smalltalk-race confidence>=50; expect[b]: smalltalk-race confidence<50"

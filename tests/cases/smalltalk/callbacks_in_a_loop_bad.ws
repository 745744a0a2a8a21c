| count |
count := 0.
1 to: 3 do: [ :i | | future |
	future := [ count := 3 ] future.  "expect[a]: smalltalk-race; expect[b]: smalltalk-race"
	future onSuccessDo: [ :value | Transcript show: count printString ] ]

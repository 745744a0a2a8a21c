"ok: smalltalk-race"
[ Transcript show: 'a'; cr ] fork.
Transcript show: 'b'; cr

"Each account has its own lock; the caller of add: holds it: ok: smalltalk-race"
3 timesRepeat: [
	| account |
	account := Account new.
	account initialize.
	[ account deposit: 1 ] fork.
	[ account withdraw: 1 ] fork.
	account clear ]

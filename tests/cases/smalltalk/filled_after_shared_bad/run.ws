| accounts lock |
accounts := OrderedCollection new.
lock := Mutex new.
[ lock critical: [ accounts do: [:each | each balance ] ] ] fork.
3 timesRepeat: [
	| account |
	account := Account new.
	lock critical: [ accounts add: account ].
	account balance: 3 ]

"The variable still holds the account of the round before"
| accounts lock account |
accounts := OrderedCollection new.
lock := Mutex new.
[ lock critical: [ accounts do: [:each | each balance ] ] ] fork.
3 timesRepeat: [
	account isNil ifFalse: [ account balance: 4 ].
	account := Account new.
	lock critical: [ accounts add: account ] ]

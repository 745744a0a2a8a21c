"Nobody else has the new account until it is in the collection: ok: smalltalk-race"
| accounts lock |
accounts := OrderedCollection new.
lock := Mutex new.
[ lock critical: [ accounts do: [:each | each balance ] ] ] fork.
3 timesRepeat: [
	| account |
	account := Account new.
	account balance: 3.
	lock critical: [ accounts add: account ] ]

"take changes the other account under the lock of the first one: two give to the last one, each under its own lock,
while that one gives, too."
| accounts |
accounts := OrderedCollection new.
1 to: 3 do: [:each |
	| account |
	account := Account new.
	account open.
	accounts add: account].
[ accounts first moveTo: accounts last ] fork.
[ (accounts at: 2) moveTo: accounts last ] fork.
[ accounts last moveTo: accounts first ] fork

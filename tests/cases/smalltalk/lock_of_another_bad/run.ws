"take changes the other account under the lock of the first one."
| accounts |
accounts := OrderedCollection new.
1 to: 2 do: [:each |
	| account |
	account := Account new.
	account open.
	accounts add: account].
[ accounts first moveTo: accounts last ] fork.
[ accounts last moveTo: accounts first ] fork

"Each process gets its own worker, wherever it is resumed: ok: smalltalk-race"
| workers |
workers := OrderedCollection new.
1 to: 3 do: [:each |
	| worker |
	worker := OrderedCollection new.
	workers add: [ worker add: each. worker do: [:one | Transcript show: one printString ] ] newProcess ].
workers do: [:each | each resume ].

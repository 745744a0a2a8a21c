"The worker is shared by the processes, wherever they are made and resumed"
| workers worker |
workers := OrderedCollection new.
worker := OrderedCollection new.
1 to: 3 do: [:each |
	workers add: [ worker add: each ] newProcess ].  "expect: smalltalk-race"
workers do: [:each | each resume ].

"What a process makes and keeps in the object made for it is its own: ok: smalltalk-race"
1 to: 3 do: [:i |
	| mine |
	mine := OrderedCollection new.
	[ | inner |
	inner := OrderedCollection new.
	mine add: inner.
	inner add: i.
	mine do: [:each | each add: i ] ] fork ].

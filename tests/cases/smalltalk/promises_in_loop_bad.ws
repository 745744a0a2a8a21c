| a all |
a := 0.
all := (1 to: 3) collect: [:i | [ a := a + i ] promise ].  "expect: smalltalk-race"
all do: [:each | each value ].

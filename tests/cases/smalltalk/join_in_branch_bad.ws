"Only sometimes waited for"
| a b p |
a := b := 0.
p := [ a := 1 ] promise.  "expect: smalltalk-race"
b isNil ifTrue: [ p value ].
a := 2  "access: write"

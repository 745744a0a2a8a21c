"Two guards"
| one two n |
one := Guard new.
two := Guard new.
n := 0.
[ one do: [ n := n + 1 ] ] fork.  "expect: smalltalk-race"
two do: [ n := n + 1 ]  "access: write"

| b a |
a := 0.
b := [ a := a + 1 ].  "expect[a]: smalltalk-race"
b fork.
b fork

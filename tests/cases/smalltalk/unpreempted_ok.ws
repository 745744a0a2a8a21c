"ok: smalltalk-race"
| a |
a := 0.
[ [ a := a + 1 ] valueUnpreemptively ] fork.
[ a := a + 1 ] valueUnpreemptively

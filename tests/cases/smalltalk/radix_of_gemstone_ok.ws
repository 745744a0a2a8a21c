"16#1F is 16r1F"
| numbers |
numbers := #(#('16#11' 16#11)).
[ numbers printNl. 16#1F + 1 ] fork.  "ok: smalltalk-race"
numbers size

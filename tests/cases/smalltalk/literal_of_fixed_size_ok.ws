"Nothing can be added to a literal string: such a send means another object: ok: smalltalk-race"
| list |
list := 'none'.
[ list add: 1 ] fork.
list add: 2

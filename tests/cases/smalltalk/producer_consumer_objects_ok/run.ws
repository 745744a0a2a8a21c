"ok: smalltalk-race"
| q |
q := SharedQueue new.
[ 1 to: 5 do: [:i | | job | job := Job new. job number: i. q nextPut: job ] ] fork.
[ [ | job | job := q next. job number: job number + 1 ] repeat ] fork

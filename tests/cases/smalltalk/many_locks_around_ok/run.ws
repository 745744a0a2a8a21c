"Whatever other locks its callers hold, bump holds its own: ok: smalltalk-race"
| cell a b c d e f g h i j |
cell := Cell new setUp.
a := Mutex new.
b := Mutex new.
c := Mutex new.
d := Mutex new.
e := Mutex new.
f := Mutex new.
g := Mutex new.
h := Mutex new.
i := Mutex new.
j := Mutex new.
[ cell bump ] fork.
a critical: [ cell bump ].
b critical: [ cell bump ].
c critical: [ cell bump ].
d critical: [ cell bump ].
e critical: [ cell bump ].
f critical: [ cell bump ].
g critical: [ cell bump ].
h critical: [ cell bump ].
i critical: [ cell bump ].
j critical: [ cell bump ]

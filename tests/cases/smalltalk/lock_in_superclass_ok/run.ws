"ok: smalltalk-race"
| s |
s := Child new setUp.
[ s bump ] fork.
s bump; n

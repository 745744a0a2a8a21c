"A kind of monitor that protects itself: ok: smalltalk-race"
| tally |
tally := Tally new.
[ tally bump ] fork.
tally bump

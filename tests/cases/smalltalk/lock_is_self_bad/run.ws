| tally |
tally := Tally new.
[ tally bump ] fork.
tally n

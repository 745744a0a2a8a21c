"The parameter is written before the fork only: ok: smalltalk-race"
#(1 2 3) do: [:each | [ each printString ] fork ]

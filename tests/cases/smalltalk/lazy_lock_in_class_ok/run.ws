"The lock is made when the class is loaded: ok: smalltalk-race"
3 timesRepeat: [ [ Log write: 1 ] fork ]

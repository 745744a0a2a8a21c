"ok: smalltalk-race"
3 timesRepeat: [ [ Counter new bump ] fork ]

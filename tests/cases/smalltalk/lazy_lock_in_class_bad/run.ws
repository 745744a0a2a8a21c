3 timesRepeat: [ [ Log write: 1 ] fork ]

[ Smalltalk foo. counter := 1 ] fork.  "expect: smalltalk-race"
counter := 2  "access: write"

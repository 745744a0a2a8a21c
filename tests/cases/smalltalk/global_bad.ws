[ Smalltalk foo. counter := 1 ] fork.  "access: write"
counter := 2  "expect: smalltalk-race"

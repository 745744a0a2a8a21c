"ok: smalltalk-race"
[ Registry default bump ] fork.
Registry default bump

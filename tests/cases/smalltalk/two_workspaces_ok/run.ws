"Two scripts are two programs: ok: smalltalk-race"
Cell bump

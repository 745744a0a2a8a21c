"ok: smalltalk-race"
[ thisContext sender foo ] fork.
thisContext sender foo

"A callback comes after the end of the future that it belongs to: ok: smalltalk-race"
| count future |
count := 0.
future := [ count := count + 1 ] future.
future onSuccessDo: [ :value | count := count + value ]

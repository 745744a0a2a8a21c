"ok: smalltalk-race"
| pool handle |
pool := Pool new.
handle := Object new.
handle toFinalizeSend: #release: to: pool with: 3.
pool take

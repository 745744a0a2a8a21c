"The process that finalizes sends release: while the script takes"
| pool handle |
pool := Pool new.
handle := Object new.
handle toFinalizeSend: #release: to: pool with: 3.
pool take

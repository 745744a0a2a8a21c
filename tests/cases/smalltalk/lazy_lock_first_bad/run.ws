"The lock that is made on first use comes before the flag and the counter."
"args: --top 1"
| watcher |
watcher := Watcher new.
watcher initialize; start.
watcher stop

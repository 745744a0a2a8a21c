Watcher new initialize; start

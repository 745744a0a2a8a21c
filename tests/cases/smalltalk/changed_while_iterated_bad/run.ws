| hub |
hub := Hub new.
hub initialize.
hub start.
hub add: 3

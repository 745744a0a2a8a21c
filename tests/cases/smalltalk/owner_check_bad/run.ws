| guard |
guard := Guard new.
[ guard during: [ 3 foo ] ] fork.
guard during: [ 4 foo ]

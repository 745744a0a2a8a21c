| job |
job := Job new.
job run.
job start.
job stop

Job new setUp; go; go

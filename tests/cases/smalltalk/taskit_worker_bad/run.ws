Job new run

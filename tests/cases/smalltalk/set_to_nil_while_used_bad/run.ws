| link |
link := Link new.
link open.
link start.
link close

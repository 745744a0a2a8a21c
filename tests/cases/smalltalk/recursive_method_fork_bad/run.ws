Tree new grow: 3

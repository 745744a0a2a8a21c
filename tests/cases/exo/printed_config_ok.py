def no_arguments():
    pass


def only_config():
    Flags.ready = True


def products(n: size, m: size, a: f32[n] @ DRAM):
    for i in par(0, n):
        t: f32[n * m + 1] @ DRAM
        t[n * m] = 1.0
        no_arguments()
        a[i] = t[n * m]


def conditions(n: size, a: f32[n] @ DRAM):
    if Flags.ready:
        Flags.ready = False
    if Flags.count == 3:
        Flags.count = 4
    for i in par(0, n):
        if Flags.ready == True and Flags.count < n:
            a[i] = 1.0
    Flags.copy = Flags.ready
    only_config()

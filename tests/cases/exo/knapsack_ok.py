# No numbers of items weigh that much together: Z3 decides it, the same way on a busy machine.
@proc
def weigh(a: f32[2]):
    for t in par(0, 2):
        for v in seq(0, 9000):
            for w in seq(0, 9000):
                for x in seq(0, 9000):
                    for y in seq(0, 9000):
                        for z in seq(0, 9000):
                            if 12223 * v + 12224 * w + 36674 * x + 61119 * y + 85569 * z == 89643481:
                                a[0] = 1.0

# A blur in two steps; the intermediate buffer is shared, and the strips overlap in two rows.
@proc
def blur(n: size, m: size, src: ui16[32 * n + 2, m + 2], dst: ui16[32 * n, m]):
    tmp: ui16[32 * n + 2, m] @ DRAM
    for yo in par(0, n):
        for yi in seq(0, 34):
            for x in seq(0, m):
                tmp[32 * yo + yi, x] = src[32 * yo + yi, x] + src[32 * yo + yi, x + 1] + src[32 * yo + yi, x + 2]
        for yi in seq(0, 32):
            for x in seq(0, m):
                dst[32 * yo + yi, x] = tmp[32 * yo + yi, x] + tmp[32 * yo + yi + 1, x] + tmp[32 * yo + yi + 2, x]

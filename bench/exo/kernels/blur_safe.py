# A blur in two steps, columns then rows, in strips with an intermediate buffer for each thread.
@proc
def blur(n: size, m: size, src: ui16[32 * n + 2, m + 2], dst: ui16[32 * n, m]):
    for yo in par(0, n):
        tmp: ui16[34, m] @ DRAM
        for yi in seq(0, 34):
            for x in seq(0, m):
                tmp[yi, x] = src[32 * yo + yi, x] + src[32 * yo + yi, x + 1] + src[32 * yo + yi, x + 2]
        for yi in seq(0, 32):
            for x in seq(0, m):
                dst[32 * yo + yi, x] = tmp[yi, x] + tmp[yi + 1, x] + tmp[yi + 2, x]

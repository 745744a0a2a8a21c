# The inner loops of a matrix product as vector instructions, called through windows.
@instr("{dst_data} = _mm256_loadu_ps(&{src_data});")
def load8(dst: [f32][8] @ AVX2, src: [f32][8] @ DRAM):
    assert stride(src, 0) == 1
    assert stride(dst, 0) == 1
    for i in seq(0, 8):
        dst[i] = src[i]

@instr("_mm256_storeu_ps(&{dst_data}, {src_data});")
def store8(dst: [f32][8] @ DRAM, src: [f32][8] @ AVX2):
    assert stride(src, 0) == 1
    assert stride(dst, 0) == 1
    for i in seq(0, 8):
        dst[i] = src[i]

@instr("{dst_data} = _mm256_broadcast_ss(&{src_data});")
def broadcast8(dst: [f32][8] @ AVX2, src: [f32][1] @ DRAM):
    for i in seq(0, 8):
        dst[i] = src[0]

@instr("{dst_data} = _mm256_fmadd_ps({a_data}, {b_data}, {dst_data});")
def fma8(dst: [f32][8] @ AVX2, a: [f32][8] @ AVX2, b: [f32][8] @ AVX2):
    for i in seq(0, 8):
        dst[i] += a[i] * b[i]

@proc
def matmul_vector(n: size, m: size, k: size, A: f32[n, k], B: f32[k, 8 * m], C: f32[n, 8 * m]):
    for i in par(0, n):
        for jo in seq(0, m):
            acc: f32[8] @ AVX2
            load8(acc, C[i, 8 * jo:8 * jo + 8])
            for p in seq(0, k):
                a: f32[8] @ AVX2
                b: f32[8] @ AVX2
                broadcast8(a, A[i, p:p + 1])
                load8(b, B[p, 8 * jo:8 * jo + 8])
                fma8(acc, a, b)
            store8(C[i, 8 * jo:8 * jo + 8], acc)

/** A block cipher of 16-bit multiplications, additions and xors over a byte array, there and back. */
class Crypt extends Kernel {
    static final int SIZE = 800_000, ROUNDS = 8;
    byte[] plain, secret, back;
    int[] key;

    void setup() {
        java.util.Random random = new java.util.Random(7);
        plain = new byte[SIZE];
        secret = new byte[SIZE];
        back = new byte[SIZE];
        key = new int[6 * ROUNDS];
        random.nextBytes(plain);
        for (int i = 0; i < key.length; ++i) key[i] = random.nextInt(0x10000);
    }

    static int multiply(int a, int b) {
        if (a == 0) return 0x10001 - b & 0xffff;
        if (b == 0) return 0x10001 - a & 0xffff;
        int product = a * b;
        int low = product & 0xffff, high = product >>> 16;
        return low - high + (low < high ? 1 : 0) & 0xffff;
    }

    void code(byte[] in, byte[] out, int[] keys, int from, int to) {
        for (int at = from; at < to; at += 8) {
            int a = in[at] & 0xff | (in[at + 1] & 0xff) << 8;
            int b = in[at + 2] & 0xff | (in[at + 3] & 0xff) << 8;
            int c = in[at + 4] & 0xff | (in[at + 5] & 0xff) << 8;
            int d = in[at + 6] & 0xff | (in[at + 7] & 0xff) << 8;
            for (int round = 0; round < ROUNDS; ++round) {
                // The halves are mixed by what is the same in both directions.
                int mix = multiply((a ^ c) + keys[6 * round] & 0xffff, keys[6 * round + 1]);
                int other = multiply((b ^ d) + mix + keys[6 * round + 2] & 0xffff, keys[6 * round + 3]);
                mix = mix + other & 0xffff;
                a ^= other;
                c ^= other;
                b ^= mix;
                d ^= mix;
            }
            out[at] = (byte) a;
            out[at + 1] = (byte) (a >> 8);
            out[at + 2] = (byte) b;
            out[at + 3] = (byte) (b >> 8);
            out[at + 4] = (byte) c;
            out[at + 5] = (byte) (c >> 8);
            out[at + 6] = (byte) d;
            out[at + 7] = (byte) (d >> 8);
        }
    }

    void work(int thread) throws Exception {
        int from = from(thread, SIZE / 8) * 8, to = from(thread + 1, SIZE / 8) * 8;
        code(plain, secret, key, from, to);
        await();
        code(secret, back, key, from, to);
    }

    double check() {
        long sum = 0;
        for (int i = 0; i < SIZE; ++i) sum = sum * 31 + secret[i] + back[i];
        return sum;
    }
}

// maven: org.agrona:agrona:1.20.0
// Ring buffers and queues over plain memory.
import java.nio.ByteBuffer;
import org.agrona.concurrent.*;
import org.agrona.concurrent.ringbuffer.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        ManyToOneRingBuffer ring = new ManyToOneRingBuffer(new UnsafeBuffer(ByteBuffer.allocateDirect(1024 + RingBufferDescriptor.TRAILER_LENGTH)));
        Thread[] writers = new Thread[2];
        for (int t = 0; t < 2; t++) {
            writers[t] = new Thread(() -> {
                UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
                for (int i = 0; i < 300; i++) {
                    message.putInt(0, i);
                    while (!ring.write(1, message, 0, 4)) Thread.yield();
                }
            });
            writers[t].start();
        }
        long[] sum = {0};
        for (int n = 0; n < 600;) {
            int got = ring.read((type, buffer, index, length) -> sum[0] += buffer.getInt(index));
            n += got;
            if (got == 0) Thread.yield();
        }
        for (Thread writer : writers) writer.join();
        System.out.println(sum[0]);
    }
}

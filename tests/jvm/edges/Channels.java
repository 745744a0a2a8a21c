// What the JDK keeps for the program: attachments of keys and of asynchronous operations, values of classes, formats.
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.text.*;
import java.util.*;
import java.util.concurrent.*;

public class Channels extends Edges {
    static int okAttach, okRegister, okClassValue, okAioFile, okAioAccept, okAioRead, okAioFuture, okAioWrite, okQueuePoll;
    static class Cell { int okCell; Cell(int n) { okCell = n; } }
    static int badSelect, badClassValue;

    public static void main(String[] args) throws Exception {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        Selector selector = Selector.open();
        SelectionKey key = pipe.source().register(selector, SelectionKey.OP_READ);
        both(() -> { okAttach = 1; key.attach(new Cell(1)); }, () -> { Cell c; while ((c = (Cell) key.attachment()) == null) Thread.onSpinWait(); c.okCell++; okAttach++; });
        Pipe other = Pipe.open();
        other.source().configureBlocking(false);
        Selector second = Selector.open();
        both(() -> { okRegister = 1; other.source().register(second, SelectionKey.OP_READ, new Cell(2)); other.sink().write(ByteBuffer.wrap(new byte[3])); second.wakeup(); },
             () -> { for (;;) { second.select(50); if (!second.keys().isEmpty()) break; } for (SelectionKey k : second.keys()) ((Cell) k.attachment()).okCell++; okRegister++; });
        ClassValue<Cell> values = new ClassValue<>() { @Override protected Cell computeValue(Class<?> type) { okClassValue = 1; return new Cell(type.getName().length()); } };
        both(() -> values.get(String.class), () -> { pause(); synchronized (values) { int x = values.get(String.class).okCell; } });
        Path file = Files.createTempFile("edges", ".bin");
        try (AsynchronousFileChannel ch = AsynchronousFileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            CountDownLatch done = new CountDownLatch(1);
            okAioFile = 1;
            Cell attached = new Cell(3);
            ch.write(ByteBuffer.wrap(new byte[] {1, 2}), 0, attached, new CompletionHandler<Integer, Cell>() {
                int okState = 1;
                public void completed(Integer n, Cell c) { c.okCell++; okAioFile++; okState++; done.countDown(); }
                public void failed(Throwable t, Cell c) { done.countDown(); }
            });
            done.await();
            attached.okCell++;
            okAioFile++;
            okAioFuture = 1;
            ch.read(ByteBuffer.allocate(2), 0).get();
            okAioFuture++;
        }
        Files.delete(file);
        AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open().bind(new InetSocketAddress("localhost", 0));
        CountDownLatch all = new CountDownLatch(1);
        okAioAccept = 1;
        server.accept(new Cell(1), new CompletionHandler<AsynchronousSocketChannel, Cell>() {
            public void completed(AsynchronousSocketChannel s, Cell c) {
                c.okCell++;
                okAioAccept++;
                ByteBuffer b = ByteBuffer.allocate(100);
                okAioRead = 1;
                s.read(b, new Cell(2), new CompletionHandler<Integer, Cell>() {
                    public void completed(Integer n, Cell d) {
                        d.okCell++;
                        okAioRead++;
                        if (b.position() >= 50) { all.countDown(); return; }
                        s.read(b, d, this);
                    }
                    public void failed(Throwable t, Cell d) { all.countDown(); }
                });
            }
            public void failed(Throwable t, Cell c) { all.countDown(); }
        });
        AsynchronousSocketChannel client = AsynchronousSocketChannel.open();
        client.connect(server.getLocalAddress()).get();
        for (int i = 0; i < 5; i++) { client.write(ByteBuffer.allocate(10)).get(); pause(); }
        all.await();
        okAioRead++;
        okAioAccept++;
        client.close();
        server.close();

        both(() -> { badSelect = 1; key.interestOps(0); }, () -> { pause(); key.interestOps(SelectionKey.OP_READ); badSelect++; });
        ClassValue<Cell> others = new ClassValue<>() { @Override protected Cell computeValue(Class<?> type) { return new Cell(1); } };
        both(() -> { badClassValue = 1; others.get(Integer.class); }, () -> { pause(); others.get(Long.class); badClassValue++; });
        SimpleDateFormat format = new SimpleDateFormat("yyyy");
        Body date = () -> { pause(); format.format(new Date()); }; // race
        both(date, date);
        DecimalFormat number = new DecimalFormat("0.00");
        Body parse = () -> { pause(); number.parse("3.1"); }; // race
        both(parse, parse);
        Calendar calendar = Calendar.getInstance();
        Body add = () -> { pause(); calendar.add(Calendar.DATE, 1); }; // race
        both(add, add);
        java.security.MessageDigest digest = java.security.MessageDigest.getInstance("SHA-256");
        Body update = () -> { pause(); digest.update(new byte[3]); }; // race
        both(update, update);
        Scanner scanner = new Scanner("1 2 3 4 5");
        Body scan = () -> { pause(); scanner.nextInt(); }; // race
        both(scan, scan);
    }
}

// Every way in which the language itself orders threads. No race.
public class OkMonitors {
    interface Body {
        void run() throws Exception;
    }

    static Thread start(Body body) {
        Thread t = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        });
        t.start();
        return t;
    }

    static class Block {
        final Object lock = new Object();
        int value;

        void add() {
            synchronized (lock) {
                synchronized (lock) {
                    value++;
                }
            }
        }
    }

    static class Methods {
        static int total;
        int value;

        synchronized void add() {
            value++;
            if (value < 0) throw new IllegalStateException();
        }

        static synchronized void addAll() {
            total++;
        }
    }

    static class Flag {
        int data;
        volatile boolean ready;
    }

    static class Mail {
        String text;
        int taken;

        synchronized void put(String s) {
            text = s;
            notifyAll();
        }

        synchronized String take() throws InterruptedException {
            while (text == null) wait();
            taken++;
            return text;
        }
    }

    static class Lazy {
        static final int[] TABLE = new int[8];
        static int filled;

        static {
            for (int i = 0; i < TABLE.length; i++) TABLE[i] = i * i;
            filled = TABLE.length;
        }
    }

    static class Parent {
        int before;
        int during;
    }

    public static void main(String[] args) throws Exception {
        Block block = new Block();
        Methods methods = new Methods();
        Body both = () -> {
            for (int i = 0; i < 200; i++) {
                block.add();
                methods.add();
                Methods.addAll();
            }
        };
        Thread a = start(both), b = start(both);
        a.join();
        b.join();
        System.out.println(block.value + " " + methods.value + " " + Methods.total);

        Flag flag = new Flag();
        Thread reader = start(() -> {
            while (!flag.ready) Thread.onSpinWait();
            System.out.println(flag.data);
        });
        flag.data = 42;
        flag.ready = true;
        reader.join();

        Mail mail = new Mail();
        Thread taker = start(() -> System.out.println(mail.take()));
        mail.put("letter");
        taker.join();
        System.out.println(mail.taken);

        Parent parent = new Parent();
        parent.before = 1;
        Thread child = start(() -> parent.during = parent.before + 1);
        child.join();
        System.out.println(parent.during);

        int[] sums = new int[2];
        Thread c = start(() -> sums[0] = Lazy.TABLE[3] + Lazy.filled);
        Thread d = start(() -> sums[1] = Lazy.TABLE[4] + Lazy.filled);
        c.join();
        while (d.isAlive()) Thread.onSpinWait();
        System.out.println(sums[0] + " " + sums[1]);

        Thread sleeper = start(() -> {
            synchronized (mail) {
                try {
                    mail.wait();
                } catch (InterruptedException e) {
                    mail.taken = 7;
                }
            }
        });
        sleeper.interrupt();
        sleeper.join();
        System.out.println(mail.taken);
    }
}

// Two threads that acquire two locks in opposite orders, one long after the other: the run has no deadlock, nearly
// always, and another schedule has one. With the argument "methods" the second lock is that of a synchronized method.

class Transfers {
    synchronized void add(long amount) {
        if (amount < 0) throw new IllegalArgumentException();
    }

    void transfer(Transfers to, long amount) {
        synchronized (this) {
            synchronized (to) {
                if (amount < 0) throw new IllegalArgumentException();
            }
        }
    }

    synchronized void send(Transfers to, long amount) {
        to.add(amount);
    }

    public static void main(String[] arguments) throws Exception {
        boolean methods = arguments.length > 0;
        Transfers a = new Transfers();
        Transfers b = new Transfers();
        Thread one = new Thread(() -> {
            if (methods) a.send(b, 1);
            else a.transfer(b, 1);
        }, "one");
        Thread two = new Thread(() -> {
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                return;
            }
            if (methods) b.send(a, 2);
            else b.transfer(a, 2);
        }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println("done");
    }
}

// Threads that wait for each other for ever. Each has its first lock before any asks for its second: no schedule gets
// away. The argument says which kind.

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Deadlocks {
    static void monitors(Object first, Object second, CountDownLatch both) throws InterruptedException {
        synchronized (first) {
            both.countDown();
            both.await();
            synchronized (second) {
                System.out.println("not reached");
            }
        }
    }

    static void locks(Lock first, Lock second, CountDownLatch both) throws InterruptedException {
        first.lock();
        both.countDown();
        both.await();
        second.lock();
        System.out.println("not reached");
    }

    static void mixed(Object first, Lock second, CountDownLatch both) throws InterruptedException {
        synchronized (first) {
            both.countDown();
            both.await();
            second.lock();
            System.out.println("not reached");
        }
    }

    static void mixedBack(Lock first, Object second, CountDownLatch both) throws InterruptedException {
        first.lock();
        both.countDown();
        both.await();
        synchronized (second) {
            System.out.println("not reached");
        }
    }

    /** Gives up after a while: no deadlock. */
    static void tries(Lock first, Lock second, CountDownLatch both) throws InterruptedException {
        first.lock();
        try {
            both.countDown();
            both.await();
            if (second.tryLock(2, TimeUnit.SECONDS)) second.unlock();
        } finally {
            first.unlock();
        }
    }

    interface Body {
        void run() throws InterruptedException;
    }

    static Thread start(String name, Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                System.out.println(name + " was interrupted");
            }
        }, name);
        thread.start();
        return thread;
    }

    public static void main(String[] arguments) throws Exception {
        Object a = new Object();
        Object b = new Object();
        Object c = new Object();
        ReentrantLock lockA = new ReentrantLock();
        ReentrantLock lockB = new ReentrantLock();
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        CountDownLatch two = new CountDownLatch(2);
        CountDownLatch three = new CountDownLatch(3);
        System.out.println("begins");
        switch (arguments[0]) {
            case "monitors" -> {
                Thread one = start("one", () -> monitors(a, b, two));
                Thread other = start("two", () -> monitors(b, a, two));
                one.join();
                other.join();
            }
            case "ring" -> {
                start("one", () -> monitors(a, b, three));
                start("two", () -> monitors(b, c, three));
                start("three", () -> monitors(c, a, three)).join();
            }
            case "locks" -> {
                start("one", () -> locks(lockA, lockB, two));
                start("two", () -> locks(lockB, lockA, two)).join();
            }
            case "write-lock" -> {
                start("one", () -> locks(both.writeLock(), lockA, two));
                start("two", () -> locks(lockA, both.readLock(), two)).join();
            }
            case "mixed" -> {
                start("one", () -> mixed(a, lockA, two));
                start("two", () -> mixedBack(lockA, a, two)).join();
            }
            case "interrupted" -> { // the program helps itself: must not be ended
                Thread one = start("one", () -> {
                    lockA.lock();
                    two.countDown();
                    two.await();
                    lockB.lockInterruptibly();
                });
                start("two", () -> locks(lockB, lockA, two));
                Thread.sleep(3000);
                one.interrupt();
                while (one.isAlive()) Thread.sleep(10);
                Runtime.getRuntime().halt(5);
            }
            default -> {
                Thread one = start("one", () -> tries(lockA, lockB, two));
                Thread other = start("two", () -> tries(lockB, lockA, two));
                one.join();
                other.join();
                System.out.println("ends");
            }
        }
    }
}

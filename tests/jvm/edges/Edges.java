// Runs the topics that are named. A topic is a class of this folder: static fields `ok...` have no race, static fields
// `bad...` have one, whatever the schedule: the test takes what to expect from these names.
public class Edges {
    interface Body {
        void run() throws Exception;
    }

    static void call(Body body) {
        try {
            body.run();
        } catch (Exception e) {
            throw new RuntimeException(e);
        }
    }

    static Thread start(Body body) {
        Thread t = new Thread(() -> call(body));
        t.start();
        return t;
    }

    static void both(Body one, Body two) throws Exception {
        Thread a = start(one), b = start(two);
        a.join();
        b.join();
    }

    /** Long enough for other threads to do what they have to; orders nothing. */
    static void pause() throws InterruptedException {
        Thread.sleep(20);
    }

    public static void main(String[] topics) throws Exception {
        for (String topic : topics) {
            Class.forName(topic).getMethod("main", String[].class).invoke(null, (Object) topics);
            System.out.println(topic);
        }
    }
}

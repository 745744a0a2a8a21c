// Ends in the way its argument says. The race is reported in each case.
public class Ends {
    static int shared;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> shared++);
        t.start();
        shared++;
        t.join();
        System.out.println("ready");
        switch (args[0]) {
            case "exit":
                System.exit(7);
                break;
            case "throw":
                throw new IllegalStateException("uncaught");
            case "halt":
                Runtime.getRuntime().halt(5);
                break;
            default:
                Thread.sleep(60_000);
        }
    }
}

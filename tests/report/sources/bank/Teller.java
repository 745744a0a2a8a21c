package bank;

class Teller implements Runnable {
    private final Account account = new Account();

    public void run() {
        account.deposit(1);
    }

    long show() {
        return account.balance();
    }
}

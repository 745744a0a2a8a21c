package bank;

public class Account {
	private final Object lock = new Object();
	private long balance;

	public void deposit(long amount) {
		synchronized (lock) {
			balance += amount;
		}
	}

	public long balance() {
		return balance;
	}
}

class Account {
  private int balance;
  private final Bank bank = new Bank();

  synchronized void pay(int n) {
    balance -= n;
    bank.log(this); // expect[a]: java-lock-order "Account.pay(int)"
  }

  synchronized int balance() {
    return balance;
  }
}

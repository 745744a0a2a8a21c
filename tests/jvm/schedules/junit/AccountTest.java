// The same under JUnit 5.

import org.junit.jupiter.api.Test;

class AccountTest {
    @Test
    void depositsWhileReading() throws Exception {
        new AccountCase().testDepositsWhileReading();
    }
}

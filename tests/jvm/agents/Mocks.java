import static org.mockito.Mockito.*;

/** Inline mocks: Byte Buddy changes classes that are loaded, final ones, too. */
class Mocks {
    static final class Closed {
        private int calls;
        String name() { calls++; return "real"; }
    }

    static int racy;

    public static void main(String[] arguments) throws Exception {
        Closed mock = mock(Closed.class);
        when(mock.name()).thenReturn("mocked");
        Closed spied = spy(new Closed());
        System.out.println(mock.name() + " " + spied.name() + " " + new Closed().name());
        verify(mock).name();
        Thread other = new Thread(() -> racy++);
        other.start();
        racy++;
        other.join();
    }
}

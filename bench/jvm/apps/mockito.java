// maven: org.mockito:mockito-core:5.8.0
// Inline mocks, which another agent makes by changing classes that are loaded already; from two threads.
import static org.mockito.Mockito.*;
import java.util.*;

class Driver {
    static final class Closed { String name() { return "real"; } static int number() { return 1; } }

    public static void main(String[] arguments) throws Exception {
        Closed mock = mock(Closed.class);
        when(mock.name()).thenReturn("mocked");
        @SuppressWarnings("unchecked") List<String> list = mock(ArrayList.class);
        when(list.get(0)).thenReturn("first");
        Thread other = new Thread(() -> mock.name());
        other.start();
        System.out.println(mock.name() + " " + list.get(0) + " " + new Closed().name());
        other.join();
        verify(mock, times(2)).name();
        try (var statics = mockStatic(Closed.class)) {
            statics.when(Closed::number).thenReturn(42);
            System.out.println(Closed.number());
        }
        Map<String, String> spied = spy(new HashMap<>());
        spied.put("a", "b");
        System.out.println(Closed.number() + " " + spied);
    }
}

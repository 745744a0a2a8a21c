// maven: com.fasterxml.jackson.core:jackson-databind:2.16.0
// One mapper used by four threads, whose caches of serializers fill at once.
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.*;
import java.util.concurrent.*;

class Driver {
    public static class Person { public String name; public int age; public List<Person> friends = new ArrayList<>(); }

    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Future<?>[] all = new Future<?>[4];
        for (int t = 0; t < 4; t++) {
            all[t] = pool.submit(() -> {
                int length = 0;
                for (int i = 0; i < 200; i++) {
                    Person person = new Person();
                    person.name = "n" + i;
                    person.friends.add(new Person());
                    String text = mapper.writeValueAsString(person);
                    length += mapper.readValue(text, Person.class).name.length() + mapper.readTree(text).size();
                }
                return length;
            });
        }
        for (Future<?> one : all) System.out.println(one.get());
        pool.shutdown();
    }
}

import java.util.List;

String greeting = "hello", other;
final int N = 3;

void main() {
    IO.println(greeting() + N);
}

String greeting() { return greeting; }

record Pair(int a, int b) {}
static <T> List<T> one(T t) { return List.of(t); }
enum Color { RED }

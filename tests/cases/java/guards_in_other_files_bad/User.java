package q;

class User {
  int look(Queue queue) {
    return queue.size; // expect: java-guarded-by "without its guard"
  }

  void grow(Queue queue) {
    queue.grow(); // expect: java-guarded-by "called without its guard"
    queue.shrink();
  }
}
